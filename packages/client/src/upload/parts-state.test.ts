import { Problem } from '@sampan/contract/errors'
import { parts } from '@sampan/contract/limits'
import { expect, test } from 'vitest'
import { NetworkError } from '../network-error.ts'
import {
  afterFailure,
  failedOnce,
  isHealed,
  longWaitMs,
  movedParts,
  newPartsState,
  type PartsMove,
  rested,
  waiting,
} from './parts-state.ts'
import { newPiece } from './work-queue.ts'

const piece = newPiece(0, [0, 100])
const spent = { ...piece, tries: parts.attempts }
const warning = { kind: 'slowNetwork', path: null, blob: 0, range: [0, 100] } as const
const checking = new Problem('uploadChecking')
const full = new Problem('diskFull')
const line = new NetworkError('No answer')
const closed = new Problem('uploadClosed')
const how = { isTooLarge: false, keepsTrying: false }

test.each<[string, unknown, [tries: number, delays: number]]>([
  ['U2 no answer is one of twelve attempts', line, [1, 0]],
  ['U3 a disk that is full is waited for', full, [0, 1]],
  ['U5 a server that reads what it has, too', checking, [0, 1]],
])('%s', (_, error, [tries, delays]) => {
  expect(failedOnce(piece, error)).toMatchObject({ tries, delays })
})

test.each([
  ['U2 it is sent again', piece, line, how, 'again'],
  ['U2 not for ever', spent, line, how, 'end'],
  ['Q21 but while nobody waits for it', spent, line, { ...how, keepsTrying: true }, 'rest'],
  ['U3 what no repeating heals ends it', piece, closed, { ...how, keepsTrying: true }, 'end'],
  ['U1 so does a size below which nothing can be sent', piece, line, { isTooLarge: true, keepsTrying: true }, 'end'],
] as const)('%s', (_, tried, error, more, expected) => {
  expect(afterFailure(tried, error, more)).toBe(expected)
})

test('U2 what rests has one attempt left, and waits long; what is sent again waits from the fourth attempt on', () => {
  expect(rested(spent)).toMatchObject({ tries: parts.attempts - 1, waitMs: longWaitMs })
  const waits = [0, 1, 2, 3].map((tries) => waiting({ ...piece, tries }, line, 50).waitMs > 0)
  expect(waits).toEqual([0, 1, 2, 3].map((tries) => tries + 1 >= parts.waitFromAttempt))
  expect(waiting(piece, line, 50).capBytes).toBe(50)
})

test.each<[string, PartsMove[], Partial<typeof newPartsState>]>([
  ['U2 errors count until a part is taken', [{ type: 'lineFailed' }, { type: 'lineFailed' }], { errorsInARow: 2 }],
  ['U2 then no more', [{ type: 'lineFailed' }, { type: 'stored' }], { errorsInARow: 0 }],
  ['U5 the server reads what it has', [{ type: 'lookFailed', error: checking }], { isServerReading: true }],
  ['U5 until it is gone', [{ type: 'lookFailed', error: checking }, { type: 'silent' }], { isServerReading: false }],
  [
    'U5 or is gone again when it is asked',
    [
      { type: 'lookFailed', error: checking },
      { type: 'lookFailed', error: line },
    ],
    { isServerReading: false },
  ],
  [
    'U5 its list is the truth, and nothing that was before counts',
    [{ type: 'lineFailed' }, { type: 'warned', warning }, { type: 'lookFailed', error: checking }, { type: 'lookedAnew' }],
    newPartsState,
  ],
  [
    'U3 the last request is known by its id',
    [{ type: 'answered', requestId: 'r1' }, { type: 'lookedAnew' }],
    { lastRequestId: 'r1' },
  ],
])('%s', (_, moves, expected) => {
  expect(moves.reduce(movedParts, newPartsState)).toMatchObject(expected)
})

test('U3 a warning ends with the first byte of what it is about', () => {
  const warned = movedParts(newPartsState, { type: 'warned', warning })
  expect([isHealed(warned, 0, [[50, 60]]), isHealed(warned, 0, [[100, 160]]), isHealed(warned, 1, [[0, 100]])]).toEqual([
    true,
    false,
    false,
  ])
})
