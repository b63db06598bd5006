import { expect, test } from 'vitest'
import { isReady, isRecording, readyBefore, readyIn, receivedOf } from './arrival.ts'
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

test('D1 a recorded message stands in the list while it arrives or is refused, and is played above it from then on', () => {
  const memo = { ...file('VoiceMemo-1.webm', 10), media: 'voice' as const }
  const at = (bytes: number) => new Map([[memo.fileId, bytes]])
  expect([isRecording(at(9), memo), isRecording(at(10), memo), isRecording(null, memo)]).toEqual([false, true, true])
  expect([isRecording(null, { ...memo, isBlocked: true }), isRecording(null, file('a.webm', 10))]).toEqual([false, false])
})
