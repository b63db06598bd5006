/** Reads a slice and works out its CRC-32, holding at most 16 MiB. */
import { parts } from '@sampan/contract/limits'
import { crc32 } from './crc32.ts'

/** The CRC as 8 hex digits, and the bytes to send: what was read, or the slice itself where that is better than holding them. */
export type SliceCrc = { crc32: string; bytes: ArrayBuffer | Blob }
export type Crc = (slice: Blob) => Promise<SliceCrc>

const pieceBytes = 4 * 1024 * 1024
const hexOf = (crc: number): string => crc.toString(16).padStart(8, '0')

/** Rejects as the browser does when the file is gone or changed while it was read. */
async function read(slice: Blob): Promise<Uint8Array> {
  const bytes = await slice.arrayBuffer()
  if (bytes.byteLength !== slice.size) throw new DOMException('The file changed while it was read', 'NotReadableError')
  return new Uint8Array(bytes)
}

/** Holds 4 MiB at most. `update` continues a CRC over more bytes. */
export async function crcOfSlice(slice: Blob, update: typeof crc32 = crc32): Promise<string> {
  let crc = 0
  for (let at = 0; at < slice.size; at += pieceBytes)
    crc = update(await read(slice.slice(at, Math.min(at + pieceBytes, slice.size))), crc)
  return hexOf(crc)
}

/** For senders that take bytes from memory: reads once where the slice may be held. */
export async function blobCrc(slice: Blob, update: typeof crc32 = crc32): Promise<SliceCrc> {
  if (slice.size > parts.heldBytes) return { crc32: await crcOfSlice(slice, update), bytes: slice }
  const bytes = await read(slice)
  return { crc32: hexOf(update(bytes)), bytes: bytes.buffer as ArrayBuffer }
}
