/** Work of any size on the queue of an upload, for tests that look at what comes of it and at how it grows. */
import { expect } from 'vitest'
import { catchUp } from './catch-up.ts'
import { createProgress } from './progress.ts'
import { createWorkQueue } from './work-queue.ts'

const MiB = 1024 * 1024

/** 5,000 blobs, as 5,000 files of 8 MiB are, or 10,000 stored pieces of one: what a resumed upload begins with. */
const manyBlobs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ blobId: `b${index}`, size: 8 * MiB, files: [placed(`f${index}`, 8 * MiB)] }))
const placed = (path: string, size: number) => ({ file: { path, size, blob: new Blob() }, index: 0, from: 0, to: size })

/** Everything is taken, put back once and acknowledged. */
export function workOffQueue(count: number): void {
  const sources = manyBlobs(count)
  const progress = createProgress(sources)
  const queue = createWorkQueue([])
  catchUp({ sources, queue, progress }, [])
  for (let piece = queue.take(() => 4 * MiB); piece; piece = queue.take(() => 4 * MiB)) {
    if (piece.tries === 0 && piece.from === 0) queue.putBack([{ ...piece, tries: 1 }])
    else progress.acknowledge(piece.blob, [[piece.from, piece.to]])
    progress.sentBytes()
  }
  expect(progress.isComplete()).toBe(true)
}

/** Every second piece of one blob is stored already. */
export function takeInStored(count: number): void {
  const size = count * 20
  const sources = [
    {
      blobId: 'b',
      size,
      files: Array.from({ length: count }, (_, at) => ({ ...placed(`f${at}`, 18), from: at * 20, to: at * 20 + 18 })),
    },
  ]
  const progress = createProgress(sources)
  const queue = createWorkQueue([])
  const ranges = Array.from({ length: count / 2 }, (_, at) => [at * 40, at * 40 + 20] as const)
  catchUp({ sources, queue, progress }, [{ blobId: 'b', ranges }])
  expect(progress.sentBytes()).toBe((count / 2) * 18)
  let left = 0
  for (let piece = queue.take(() => size); piece; piece = queue.take(() => size)) left += piece.to - piece.from
  expect(left).toBe((count / 2) * 18)
}
