import type { ReceivedFile, RequestSupplier } from '@sampan/contract/routes/request-grid'
import type { Decision } from '@sampan/contract/states'
import { expect, test } from 'vitest'
import { filesToReview, placeOf, reviewActOf } from './review-rules.ts'

const file = (fileId: string, decision: Decision = 'received', isReplaced = false) =>
  ({ fileId, decision, isReplaced }) as ReceivedFile
const supplier = (...slots: ReceivedFile[][]) =>
  ({ slots: slots.map((files, at) => ({ documentId: String(at), state: 'received', files })) }) as unknown as RequestSupplier
const people = [
  supplier([file('a'), file('old', 'received', true)], [file('accepted', 'accepted'), file('b')]),
  supplier([file('sent back', 'rejected')], [file('c')]),
]
const ids = (list: ReturnType<typeof filesToReview>) => list.map((each) => each.file.fileId)

test('R3 what is to be reviewed is what counts and nobody has decided, in the order of the grid', () => {
  expect(ids(filesToReview(people))).toEqual(['a', 'b', 'c'])
})

test('R3 after a decision the next one is shown, after the last the one before, and then nothing is left', () => {
  const list = filesToReview(people)
  expect(placeOf(list, 'b', 0)).toBe(1)
  const without = (fileId: string, of = list) => of.filter((each) => each.file.fileId !== fileId)
  expect(ids(without('b'))[placeOf(without('b'), 'b', 1)]).toBe('c')
  expect(ids(without('c'))[placeOf(without('c'), 'c', 2)]).toBe('b')
  expect(placeOf([], 'a', 0)).toBe(-1)
  // An address of something that was decided long ago.
  expect(placeOf(list, 'gone', 0)).toBe(0)
})

test('R3 the keys of a review', () => {
  const keys = ['a', 'A', 'r', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'Escape', 'x', 'Enter', 'constructor']
  expect(keys.map(reviewActOf)).toEqual(['accept', 'accept', 'reject', 'next', 'next', 'previous', 'close', null, null, null])
})
