import { expect, test } from 'vitest'
import { isReady, readyBefore, readyIn, receivedOf } from './arrival.ts'
import { buildTree, type FolderNode } from './tree.ts'

const file = (path: string, size: number) => ({ fileId: path, path, size, lastModified: null })
const files = [file('a/1', 10), file('b', 5), file('a/2', 10), file('a/empty/', 0)]
const arrival = { receivedBytes: 14, received: [10, 4, 0, 0], silentSeconds: 0, secondsLeft: null }

test('D8 a file is ready when all of it came; a folder counts its own, and empty folders wait for nothing', () => {
  const received = receivedOf(files, arrival)
  expect(files.map((each) => isReady(received, each))).toEqual([true, false, false, true])
  const tree = buildTree(files)
  const sums = readyBefore(tree, received)!
  expect(readyIn(sums, tree.root)).toBe(1)
  expect(readyIn(sums, tree.root.children[0] as FolderNode)).toBe(1)
})

test('D8 without an upload under way everything is ready', () => {
  expect(receivedOf(files, undefined)).toBeNull()
  expect(isReady(null, files[1]!)).toBe(true)
})
