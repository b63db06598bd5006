import { Problem } from '@sampan/contract/errors'
import { describe, expect, test } from 'vitest'
import { movedUpload, newUploadState, snapshotOf, type UploadFacts, type UploadMove, type UploadState } from './upload-state.ts'

const file = { path: 'a', size: 4, blob: new Blob(['text']) }
const files = [file]
const ticketRequest = { id: 'home', type: 'anonUpload' } as const
const account = { id: 'li', type: 'userUpload' } as const
const refused = new Problem('tooMuchUnverified')
const internal = new Problem('internal')
const locked = { kind: 'fileLocked', path: 'a', blob: 0, range: [0, 4] } as const
const facts: UploadFacts = {
  sentBytes: 0,
  signsOfLife: 0,
  resumedBytes: 0,
  isTakenUp: null,
  isWhole: false,
  isAway: false,
  isChecked: false,
  bytesPerSecond: null,
  secondsLeft: null,
  held: null,
}
const open = newUploadState({ ticketRequest, files, isOpen: true })
const after = (moves: UploadMove[], first = open): UploadState => moves.reduce(movedUpload, first)
const cancelled: UploadMove = { type: 'ended', how: { phase: 'cancelled' } }
const failed: UploadMove = { type: 'ended', how: { phase: 'failed', error: internal } }
const sealed: UploadMove = { type: 'sealed', sender: undefined }
const begins: UploadMove = { type: 'proceeded', isBegun: false }

test.each<[string, UploadMove[], Partial<UploadState>]>([
  ['Q21 files come and go while it is open', [{ type: 'chosen', files: [] }], { files: [] }],
  ['Q21 none once it is sealed', [sealed, { type: 'chosen', files: [] }], { files, isOpen: false }],
  ['Q21 and again once it was cancelled', [sealed, { type: 'reopened' }, { type: 'chosen', files: [] }], { files: [] }],
  ['U8 who sends becomes known', [{ type: 'sealed', sender: 'li@b.cn' }, sealed], { sender: 'li@b.cn' }],
  ['Q21 without files nothing begins', [{ type: 'chosen', files: [] }, begins], { isPreparing: false }],
  [
    'Q21 the plan is asked for once',
    [begins, { type: 'prepared' }, { type: 'proceeded', isBegun: true }],
    { isPreparing: false },
  ],
  ['U8 what was refused is asked for again', [{ type: 'refused', refused }, begins], { refused: null, isPreparing: true }],
  ['Q13 paused and resumed', [{ type: 'paused' }, { type: 'resumed' }], { isPaused: false }],
  ['U3 it ends once', [cancelled, failed], { ending: { phase: 'cancelled' } }],
  [
    'Q13 what has ended goes on no more',
    [cancelled, { type: 'paused' }, { type: 'refused', refused }],
    { isPaused: false, refused: null },
  ],
  [
    'Q21 but is discarded as who it belongs to',
    [failed, { type: 'handedOver', ticketRequest: account }],
    { ticketRequest: account },
  ],
])('%s', (_, moves, expected) => {
  expect(after(moves)).toMatchObject(expected)
})

test.each<[string, UploadMove[], UploadMove]>([
  ['the same files', [], { type: 'chosen', files }],
  ['a second pause', [{ type: 'paused' }], { type: 'paused' }],
  ['resuming what runs', [], { type: 'resumed' }],
  ['a second end', [cancelled], cancelled],
])('Q13 nothing is told of what changes nothing: %s', (_, moves, move) => {
  const state = after(moves)
  expect(movedUpload(state, move)).toBe(state)
})

describe('Q13 what is told', () => {
  test.each<[string, UploadMove[], Partial<UploadFacts>]>([
    ['warming', [], {}],
    ['resuming', [{ type: 'awaited' }], {}],
    ['resuming', [], { isTakenUp: true, sentBytes: 2, resumedBytes: 2 }],
    ['warming', [{ type: 'awaited' }], { isTakenUp: false }],
    ['sending', [], { isTakenUp: true, sentBytes: 3, resumedBytes: 2 }],
    ['ready', [], { isWhole: true, sentBytes: 4 }],
    ['sending', [sealed], { isWhole: true, sentBytes: 4 }],
    ['waiting', [], { isAway: true, isWhole: true }],
    ['paused', [{ type: 'paused' }], { isAway: true }],
    ['failed', [{ type: 'paused' }, failed], { isAway: true }],
  ])('%s %j %j', (phase, moves, now) => {
    expect(snapshotOf(after(moves), { ...facts, ...now }, false).phase).toBe(phase)
  })

  test.each<[string | null, UploadMove[], Partial<UploadFacts>]>([
    ['fileLocked', [{ type: 'warned', warning: locked }], {}],
    ['serverAway', [{ type: 'warned', warning: locked }], { isAway: true }],
    ['serverChecking', [], { isAway: true, isChecked: true }],
    [null, [{ type: 'warned', warning: locked }, { type: 'paused' }], {}],
    ['fileLocked', [{ type: 'warned', warning: locked }, failed], { isAway: true }],
    [null, [{ type: 'warned', warning: locked }, cancelled], {}],
  ])('%s %j %j', (warning, moves, now) => {
    expect(snapshotOf(after(moves), { ...facts, ...now }, false).warning).toBe(warning)
  })

  test('the error of what failed, and nothing held any more', () => {
    expect(snapshotOf(open, { ...facts, held: refused }, true)).toMatchObject({ phase: 'resuming', held: refused, totalBytes: 4 })
    expect(snapshotOf(after([failed]), { ...facts, held: refused }, false)).toMatchObject({ held: null, error: internal })
  })
})
