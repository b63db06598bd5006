/** The bytes that cross: every part differs from the others, all are slices of one small pool, and each one's CRC is known before the clock runs. */
import { randomFillSync } from 'node:crypto'
import { crc32 } from 'node:zlib'

export const MiB = 1024 * 1024
export const GiB = 1024 * MiB
export const partBytes = 8 * MiB

const stride = 64 * 1024
const partsInPool = 128
const pool = randomFillSync(Buffer.alloc(partBytes + partsInPool * stride))
const crcs = new Map()

/** Bytes [from, to) of the content; they must lie in one part. */
export function contentAt(from, to) {
  const part = Math.floor(from / partBytes)
  const start = (part % partsInPool) * stride + (from - part * partBytes)
  return pool.subarray(start, start + (to - from))
}

/** The parts of a blob of so many bytes. */
export function partsOf(size) {
  const starts = Array.from({ length: Math.ceil(size / partBytes) }, (_, index) => index * partBytes)
  return starts.map((offset) => ({ offset, bytes: contentAt(offset, Math.min(offset + partBytes, size)) }))
}

export function crcHex(bytes) {
  const key = `${bytes.byteOffset} ${bytes.length}`
  if (!crcs.has(key)) crcs.set(key, crc32(bytes).toString(16).padStart(8, '0'))
  return crcs.get(key)
}

/** Throws unless the bytes are those of the content from `at` on: compared in place, which costs next to nothing. */
export function checkContent(bytes, at) {
  for (let done = 0; done < bytes.length; ) {
    const from = at + done
    const take = Math.min(bytes.length - done, partBytes - (from % partBytes))
    if (bytes.compare(contentAt(from, from + take), 0, take, done, done + take) !== 0) throw new Error(`Other bytes at ${from}`)
    done += take
  }
}
