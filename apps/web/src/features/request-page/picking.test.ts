// @vitest-environment node
import type { RequestView } from '@sampan/contract/routes/request-page'
import { expect, test } from 'vitest'
import type { PickedFile } from '../../product/files/picked-file.ts'
import { filesIn, keptFiles, nothingPicked, type Picking, pickedBefore, pickingReducer } from './picking.ts'

const view = {
  documents: [
    { _id: 'invoice', accept: ['pdf'] },
    { _id: 'list', accept: [] },
  ],
  accept: [],
  maxFileBytes: null,
  maxTotalBytes: 1_000_000,
  maxFiles: 10,
} as unknown as RequestView
const file = (path: string, size: number, lastModified = 7): PickedFile => ({
  path,
  size,
  lastModified,
  blob: new Blob(['a'.repeat(size)]),
})
const pick = (before: Picking, place: string | null, files: PickedFile[], takesOnlyAwaited = false) =>
  pickingReducer(before, { type: 'picked', place, files, view, takesOnlyAwaited })
const pathsOf = (picking: Picking, place: string | null) => filesIn(picking, place).map(({ path }) => path)

const chosen = [
  ['invoice', file('a.pdf', 100)],
  ['list', file('a.pdf', 200)],
  [null, file('note.txt', 50)],
] as const
const before = chosen.reduce((picking, [place, each]) => pick(picking, place, [each]), nothingPicked)
/** The invoice has arrived, half of the list, and nothing of the note. */
const returned = pickedBefore(
  keptFiles(before),
  new Map([
    ['a.pdf', 100],
    ['a (2).pdf', 80],
  ]),
)

test('R2 after a reload what has arrived stands in its place, and the rest is asked for there', () => {
  expect(pathsOf(returned, 'invoice')).toEqual(['a.pdf'])
  expect(returned.awaited.map(({ place, file: { path }, storedBytes }) => [place, path, storedBytes])).toEqual([
    ['list', 'a (2).pdf', 80],
    [null, 'note.txt', 0],
  ])
})

test('R2 each place goes on by itself: a file that is chosen again is the one of before, under the path that the server knows', () => {
  const list = pick(returned, 'list', [file('a.pdf', 200)])
  expect(pathsOf(list, 'list')).toEqual(['a (2).pdf'])
  expect(list.awaited).toHaveLength(1)
  // Dropped elsewhere it is still the same file.
  const all = pick(list, 'invoice', [file('note.txt', 50)])
  expect([pathsOf(all, null), pathsOf(all, 'invoice'), all.awaited]).toEqual([['note.txt'], ['a.pdf'], []])
})

test('R2 another file of that name goes in its stead, and what is taken out is awaited no more', () => {
  const newer = pick(returned, null, [file('note.txt', 60)])
  expect(filesIn(newer, null).map(({ size }) => size)).toEqual([60])
  expect([pathsOf(newer, null), newer.left]).toEqual([['note.txt'], ['note.txt']])
  expect(newer.awaited.map(({ place }) => place)).toEqual(['list'])
  expect(pickingReducer(newer, { type: 'removed', path: 'a (2).pdf' }).awaited).toEqual([])
})

test('R2 once it was sent it goes on with the same files alone, and each that is not taken is named where it was chosen', () => {
  const other = pick(returned, 'list', [file('b.pdf', 10)], true)
  expect([pathsOf(other, 'list'), other.refused]).toEqual([[], [{ place: 'list', name: 'b.pdf', problem: null }]])
  expect(pick(other, 'list', [file('a.pdf', 200)], true).awaited).toHaveLength(1)
})
