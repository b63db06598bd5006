import type { PublicFile } from '@sampan/contract/routes/downloads'
import { expect, test } from 'vitest'
import { chosenBefore, chosenOf, entriesOf, folderMark, listMark, toggle } from './selection.ts'
import { buildTree, type FolderNode } from './tree.ts'

const file = (path: string, size = 1): PublicFile => ({ fileId: path, path, size, lastModified: null })
const tree = buildTree([file('a/x', 3), file('a/b/y', 4), file('a/b/empty/', 0), file('z', 5)])
const a = tree.root.children[0] as FolderNode
const b = a.children[0] as FolderNode
const none: ReadonlySet<string> = new Set()
const marks = (selection: ReadonlySet<string>) => {
  const sums = chosenBefore(tree, selection)
  return [tree.root, a, b].map((folder) => folderMark(sums, folder))
}

test('D2 a folder is marked by what is in it, at any depth', () => {
  expect(marks(none)).toEqual(['none', 'none', 'none'])
  expect(marks(new Set(['z']))).toEqual(['some', 'none', 'none'])
  expect(marks(new Set(['a/b/y']))).toEqual(['some', 'some', 'some'])
  expect(marks(new Set(['a/b/y', 'a/b/empty/']))).toEqual(['some', 'some', 'all'])
  expect(marks(new Set(['a/x', 'a/b/y', 'a/b/empty/', 'z']))).toEqual(['all', 'all', 'all'])
})

test('D2 what is chosen above a folder says nothing of it', () => {
  const two = buildTree([file('a/x'), file('b/y')])
  const sums = chosenBefore(two, new Set(['a/x']))
  expect(two.root.children.map((folder) => folderMark(sums, folder as FolderNode))).toEqual(['all', 'none'])
})

test('D2 choosing a folder chooses all in it, choosing it again none, and a part becomes the whole', () => {
  const inB = toggle(none, entriesOf(tree, b))
  expect([...inB].sort()).toEqual(['a/b/empty/', 'a/b/y'])
  const inA = toggle(inB, entriesOf(tree, a))
  expect(inA.size).toBe(3)
  expect(toggle(inA, entriesOf(tree, a)).size).toBe(0)
  expect(inB.size).toBe(2)
})

test('D2 totals count files, not empty folders', () => {
  expect(chosenOf(tree, toggle(none, entriesOf(tree, b)))).toMatchObject({ fileCount: 1, totalBytes: 4, entries: { length: 2 } })
})

test('D2 what a search found is marked by itself', () => {
  expect(listMark(new Set(['z']), [file('z')])).toBe('all')
  expect(listMark(new Set(['z']), [file('z'), file('a/x')])).toBe('some')
  expect(listMark(none, [])).toBe('none')
})
