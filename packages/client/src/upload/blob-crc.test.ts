/** How a slice is read for its checksum. */
import { crc32 as zlibCrc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { someBytes, unreadable } from '../testing/uploads.ts'
import { crcOfSlice } from './blob-crc.ts'

const MiB = 1024 * 1024
const hexOf = (bytes: Uint8Array) => zlibCrc32(bytes).toString(16).padStart(8, '0')
const segment = 256 * 1024
const sumsOf = (bytes: Uint8Array) => ({
  crc32: hexOf(bytes),
  segments: Array.from({ length: Math.ceil(bytes.length / segment) }, (_, index) =>
    hexOf(bytes.subarray(index * segment, (index + 1) * segment)),
  ).join(''),
})

/** A slice whose stream is this one; `arrayBuffer` counts who reads it otherwise. */
function sliceWith(bytes: Uint8Array<ArrayBuffer>, stream: () => ReadableStream) {
  const counts = { wholeReads: 0, memories: new Set<ArrayBufferLike>() }
  const slice = (from: number, to: number) => ({
    arrayBuffer: async () => {
      counts.wholeReads++
      return bytes.slice(from, to).buffer
    },
    size: to - from,
  })
  return { counts, slice: { size: bytes.length, stream, slice } as unknown as Blob }
}

test('U9 U6 a slice of any length is read as a stream into the same mebibyte', async () => {
  for (const size of [0, 1, 31, MiB, 5 * MiB + 3]) {
    const bytes = someBytes(size)
    const sizes: number[] = []
    const stream = () => new Blob([bytes]).stream()
    const { slice, counts } = sliceWith(bytes, stream)
    const crc = await crcOfSlice(slice, (piece, before = 0) => {
      sizes.push(piece.buffer.byteLength)
      return zlibCrc32(piece, before)
    })
    expect(crc, `${size} bytes`).toEqual(sumsOf(bytes))
    expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(MiB)
    expect(counts.wholeReads).toBe(0)
  }
})

test('U9 where a stream cannot fill memory of ours, or breaks, the slice is read in pieces', async () => {
  const bytes = someBytes(9 * MiB)
  const plain = () => new ReadableStream({ start: (stream) => stream.enqueue(bytes) })
  const broken = () => new ReadableStream({ type: 'bytes', pull: (stream) => stream.error(new TypeError('network error')) })
  const short = () => new Blob([bytes.slice(5)]).stream()
  for (const stream of [plain, broken, short]) {
    const { slice, counts } = sliceWith(bytes, stream)
    expect(await crcOfSlice(slice)).toEqual(sumsOf(bytes))
    expect(counts.wholeReads).toBe(3)
  }
})

test('U3 U9 a file in use is told by the name that the browser gives', async () => {
  const stream = () => new ReadableStream({ type: 'bytes', pull: (it) => it.error(new TypeError('network error')) })
  const slice = { size: 5, stream, slice: () => ({ size: 5, arrayBuffer: unreadable }) } as unknown as Blob
  await expect(crcOfSlice(slice)).rejects.toMatchObject({ name: 'NotReadableError' })
})
