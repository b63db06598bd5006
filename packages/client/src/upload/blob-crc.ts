/** Reads a slice and works out its CRC-32, holding at most 16 MiB. */
import { parts } from '@sampan/contract/limits'
import { crc32 } from './crc32.ts'

/** The CRC as 8 hex digits, and the bytes to send: what was read, or the slice itself where that is better than holding them. */
export type SliceCrc = { crc32: string; bytes: ArrayBuffer | Blob }
export type Crc = {
  (slice: Blob): Promise<SliceCrc>
  /** It works beside the page and holds no part: the next one is read while others are sent. */
  isAside?: true
}

const pieceBytes = 4 * 1024 * 1024
const streamBytes = 1024 * 1024
const hexOf = (crc: number): string => crc.toString(16).padStart(8, '0')

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
async function crcOfStream(slice: Blob, update: typeof crc32): Promise<number> {
  const reader = intoMemory(slice)
  let [crc, count, memory] = [0, 0, new ArrayBuffer(Math.min(streamBytes, slice.size || 1))]
  try {
    for (;;) {
      const { value, done } = await reader.read(new Uint8Array(memory))
      if (done || !value) break
      crc = update(value, crc)
      count += value.length
      memory = value.buffer
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
  if (count !== slice.size) throw new Error('The file changed while it was read')
  return crc
}

async function crcOfPieces(slice: Blob, update: typeof crc32): Promise<number> {
  let crc = 0
  for (let at = 0; at < slice.size; at += pieceBytes)
    crc = update(await read(slice.slice(at, Math.min(at + pieceBytes, slice.size))), crc)
  return crc
}

/** Holds 4 MiB at most. `update` continues a CRC over more bytes. A stream does not say why it ended: reading piece by piece does. */
export async function crcOfSlice(slice: Blob, update: typeof crc32 = crc32): Promise<string> {
  return hexOf(await crcOfStream(slice, update).catch(() => crcOfPieces(slice, update)))
}

/** For senders that take bytes from memory: reads once where the slice may be held. */
export async function blobCrc(slice: Blob, update: typeof crc32 = crc32): Promise<SliceCrc> {
  if (slice.size > parts.heldBytes) return { crc32: await crcOfSlice(slice, update), bytes: slice }
  const bytes = await read(slice)
  return { crc32: hexOf(update(bytes)), bytes: bytes.buffer as ArrayBuffer }
}
