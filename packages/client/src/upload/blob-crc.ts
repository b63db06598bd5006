/** Reads a slice and works out its CRC-32, holding at most 16 MiB. */
import { directParts, parts } from '@sampan/contract/limits'
import { crc32Combine } from '@sampan/contract/rules/crc32-combine'
import { crc32 } from './crc32.ts'

/** The CRC as 8 hex digits, and likewise those of its segments of 256 KiB, joined. */
export type SliceSums = { crc32: string; segments: string }
/** And the bytes to send: what was read, or the slice itself where that is better than holding them. */
export type SliceCrc = SliceSums & { bytes: ArrayBuffer | Blob }
export type Crc = {
  (slice: Blob): Promise<SliceCrc>
  /** It works beside the page and holds no part: the next one is read while others are sent. */
  isAside?: true
}

const pieceBytes = 4 * 1024 * 1024
const streamBytes = 1024 * 1024
const hexOf = (crc: number): string => crc.toString(16).padStart(8, '0')
const { segmentBytes } = directParts

/** Takes bytes in their order, in pieces of any size. */
function newSums(update: typeof crc32) {
  let [whole, crc, filled, segments] = [0, 0, 0, '']
  const close = () => {
    if (filled === 0) return
    whole = crc32Combine(whole, crc, filled)
    segments += hexOf(crc)
    crc = filled = 0
  }
  return {
    add(bytes: Uint8Array): void {
      for (let at = 0; at < bytes.length; ) {
        const piece = bytes.subarray(at, at + segmentBytes - filled)
        crc = update(piece, crc)
        at += piece.length
        filled += piece.length
        if (filled === segmentBytes) close()
      }
    },
    end(): SliceSums {
      close()
      return { crc32: hexOf(whole), segments }
    },
  }
}

/** Rejects as the browser does when the file is gone or changed while it was read. */
async function read(slice: Blob): Promise<Uint8Array> {
  const bytes = await slice.arrayBuffer()
  if (bytes.byteLength !== slice.size) throw new DOMException('The file changed while it was read', 'NotReadableError')
  return new Uint8Array(bytes)
}

/** Throws where a Blob's stream cannot be read into memory that is already there (Safari). */
const intoMemory = (slice: Blob): ReadableStreamBYOBReader =>
  (slice.stream() as ReadableStream<Uint8Array<ArrayBuffer>>).getReader({ mode: 'byob' })

/** The same memory again and again: new memory for each piece cost more than the checksum (decision 021). */
async function crcOfStream(slice: Blob, update: typeof crc32): Promise<SliceSums> {
  const reader = intoMemory(slice)
  const sums = newSums(update)
  let [count, memory] = [0, new ArrayBuffer(Math.min(streamBytes, slice.size || 1))]
  try {
    for (;;) {
      const { value, done } = await reader.read(new Uint8Array(memory))
      if (done || !value) break
      sums.add(value)
      count += value.length
      memory = value.buffer
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
  if (count !== slice.size) throw new Error('The file changed while it was read')
  return sums.end()
}

async function crcOfPieces(slice: Blob, update: typeof crc32): Promise<SliceSums> {
  const sums = newSums(update)
  for (let at = 0; at < slice.size; at += pieceBytes) sums.add(await read(slice.slice(at, Math.min(at + pieceBytes, slice.size))))
  return sums.end()
}

/** Holds 4 MiB at most. `update` continues a CRC over more bytes. A stream does not say why it ended: reading piece by piece does. */
export const crcOfSlice = (slice: Blob, update: typeof crc32 = crc32): Promise<SliceSums> =>
  crcOfStream(slice, update).catch(() => crcOfPieces(slice, update))

/** For senders that take bytes from memory: reads once where the slice may be held. */
export async function blobCrc(slice: Blob, update: typeof crc32 = crc32): Promise<SliceCrc> {
  if (slice.size > parts.heldBytes) return { ...(await crcOfSlice(slice, update)), bytes: slice }
  const bytes = await read(slice)
  const sums = newSums(update)
  sums.add(bytes)
  return { ...sums.end(), bytes: bytes.buffer as ArrayBuffer }
}
