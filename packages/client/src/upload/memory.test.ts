import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parts } from '@sampan/contract/limits'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { expect, test } from 'vitest'
import type { Api } from '../api.ts'
import { testClock } from '../testing/test-clock.ts'
import { blobCrc } from './blob-crc.ts'
import { startUpload } from './start-upload.ts'
import { takeInStored, workOffQueue } from './test-many-blobs.ts'

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
      return { crc32: '00000000', segments: '00000000', bytes: slice }
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

test('U9 the queue of 10,000 blobs is worked off, put back and dropped', () => workOffQueue(10_000))

test('U5 U9 10,000 stored pieces of one blob are taken in', () => takeInStored(10_000))

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
