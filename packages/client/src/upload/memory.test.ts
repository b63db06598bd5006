import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parts } from '@sampan/contract/limits'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { expect, test } from 'vitest'
import type { Api } from '../api.ts'
import { testClock } from '../testing/test-clock.ts'
import { blobCrc } from './blob-crc.ts'
import { catchUp } from './catch-up.ts'
import { createProgress } from './progress.ts'
import { startUpload } from './start-upload.ts'
import { createWorkQueue } from './work-queue.ts'

const MiB = 1024 * 1024
const GiB = 1024 * MiB
const TB = 1000 ** 4

/** Of what is still in use: garbage is collected first. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

/** A Blob of any size that holds nothing, and counts what is read at one time. */
function sparseBlob(size: number, onRead: (bytes: number) => void): Blob {
  const slice = (from = 0, to = size) => sparseBlob(to - from, onRead)
  const arrayBuffer = async () => {
    onRead(size)
    return new ArrayBuffer(size)
  }
  return { size, slice, arrayBuffer } as unknown as Blob
}

/** Sends a file of this size to a line that carries 400 MB a second; nothing is really read. */
async function sendSparse(size: number, partSize: number) {
  const clock = testClock()
  const blob = { blobId: 'b', size, partSize, minPartSize: 0, via: 'app' as const }
  const file = { fileId: 'f', path: 'a', itemPath: 'a', size, blobId: 'b', offset: 0 }
  const plan: UploadPlan = { uploadId: 'u', slug: 'abcdefg', expiresAt: '', parallel: 4, blobs: [blob], files: [file] }
  const call = async (route: { path: string }) => (route.path === '/stsAuth' ? { SecurityToken: 't' } : plan)
  const api = { call, target: () => ({ url: '', headers: {} }) } as unknown as Api
  const counts = { held: 0, peak: 0, sent: 0, parts: 0 }
  const upload = startUpload({
    api,
    clock,
    ticketRequest: { id: 'x', type: 'anonUpload' },
    files: [{ path: 'a', size, blob: sparseBlob(size, () => expect.unreachable('nothing is read whole')) }],
    crc: async (slice) => {
      counts.held += slice.size
      counts.peak = Math.max(counts.peak, counts.held)
      return { crc32: '00000000', bytes: slice }
    },
    sendPart: async ({ bytes, onProgress }) => {
      const { size: length } = bytes as Blob
      onProgress(length)
      await Promise.resolve()
      clock.advance(length / 400_000)
      counts.held -= length
      counts.sent += length
      counts.parts++
      return { status: 204, text: '', header: () => null }
    },
  })
  await upload.done
  return counts
}

test('U9 U1 a file of 10 GiB: parts grow with the line, and never more than 64 MiB are held', async () => {
  const counts = await sendSparse(10 * GiB, MiB)
  expect(counts.sent).toBe(10 * GiB)
  expect(counts.peak).toBeGreaterThan(32 * MiB)
  expect(counts.peak).toBeLessThanOrEqual(parts.inFlightBytes)
  expect(counts.parts).toBeLessThan(1000)
})

test('U9 2.5 TB fit into 10,000 parts, and sending them keeps nothing', async () => {
  const heapBefore = heapBytes()
  const counts = await sendSparse(2.5 * TB, 250_000_000)
  expect(counts.sent).toBe(2.5 * TB)
  expect(counts.parts).toBe(10_000)
  expect(heapBytes() - heapBefore).toBeLessThan(16 * MiB)
})

/** 5,000 blobs, as 5,000 files of 8 MiB are, or 10,000 stored pieces of one: what a resumed upload begins with. */
const manyBlobs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ blobId: `b${index}`, size: 8 * MiB, files: [placed(`f${index}`, 8 * MiB)] }))
const placed = (path: string, size: number) => ({ file: { path, size, blob: new Blob() }, index: 0, from: 0, to: size })

/** How often the work of one size fits into that of a size ten times as large: about 10, and 100 where it is quadratic. */
function growth(work: (count: number) => void, count: number): number {
  const secondsOf = (size: number) => {
    const begin = process.cpuUsage()
    work(size)
    const { user, system } = process.cpuUsage(begin)
    return user + system
  }
  secondsOf(count)
  return secondsOf(10 * count) / Math.max(secondsOf(count), 100)
}

test('U9 the queue of 10,000 blobs is worked off, put back, dropped and looked up without going over it each time', () => {
  const work = (count: number) => {
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
  expect(growth(work, 1000)).toBeLessThan(40)
})

test('U5 U9 10,000 stored pieces of one blob are taken in without comparing each with each', () => {
  const work = (count: number) => {
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
  expect(growth(work, 1000)).toBeLessThan(40)
})

test('U9 a slice above 16 MiB is read piece by piece and sent as it is; a smaller one is read once', async () => {
  const reads: number[] = []
  const large = sparseBlob(17 * MiB, (bytes) => reads.push(bytes))
  expect((await blobCrc(large)).bytes).toBe(large)
  expect(Math.max(...reads)).toBe(4 * MiB)
  reads.length = 0
  expect((await blobCrc(sparseBlob(16 * MiB, (bytes) => reads.push(bytes)))).bytes).toBeInstanceOf(ArrayBuffer)
  expect(reads).toEqual([16 * MiB])
})

test('U3 a file that has become shorter is not readable', async () => {
  const cut = { size: 10, arrayBuffer: async () => new ArrayBuffer(9) } as unknown as Blob
  await expect(blobCrc(cut)).rejects.toMatchObject({ name: 'NotReadableError' })
})
