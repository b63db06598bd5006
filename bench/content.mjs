/** The bytes that cross: the same in every process, every part differs from the others, all are slices of one small pool. */
import { createCipheriv } from 'node:crypto'
import { crc32 } from 'node:zlib'

export const KiB = 1024
export const MiB = 1024 * KiB
export const GiB = 1024 * MiB
export const partBytes = 8 * MiB

/** A prime, so that no two parts of one transfer are alike; small, so that comparing finds it in the processor's cache. */
const periodBytes = 1_000_003
const longestSlice = 16 * MiB

/** Noise from a fixed key, so that the load clients need not be told it. */
function noise(length) {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16, 1), Buffer.alloc(16))
  return cipher.update(Buffer.alloc(length))
}

const period = noise(periodBytes)
const pool = Buffer.alloc(periodBytes + longestSlice, period)
const crcs = new Map()

/** Bytes [from, to) of the content: at most 16 MiB, and never a copy. */
export function contentAt(from, to) {
  const start = from % periodBytes
  return pool.subarray(start, start + (to - from))
}

/** The parts of a blob of so many bytes, as [from, to]. */
export function partsOf(size, step = partBytes) {
  const starts = Array.from({ length: Math.ceil(size / step) }, (_, index) => index * step)
  return starts.map((from) => [from, Math.min(from + step, size)])
}

/** Of bytes [from, to), made once: a browser makes it beside the sending. */
export function crcHex(from, to) {
  const bytes = contentAt(from, to)
  const key = `${bytes.byteOffset} ${bytes.length}`
  if (!crcs.has(key)) crcs.set(key, crc32(bytes).toString(16).padStart(8, '0'))
  return crcs.get(key)
}

/** Throws unless the bytes are those of the content from `at` on: compared in place, which costs next to nothing. */
export function checkContent(bytes, at) {
  const step = MiB
  for (let done = 0; done < bytes.length; done += step) {
    const end = Math.min(bytes.length, done + step)
    const from = (at + done) % periodBytes
    if (bytes.compare(pool, from, from + end - done, done, end) !== 0) throw new Error(`Other bytes at ${at + done}`)
  }
}

/**
 * Checks an answer as it comes. It is described by pieces that follow each other: `{length, from}` is content from there on,
 * `{length, text}` is what stands in base64.
 */
export function checkerOf(pieces) {
  let [index, at] = [0, 0]
  return (bytes) => {
    for (let done = 0; done < bytes.length; ) {
      const piece = pieces[index]
      if (!piece) throw new Error('More bytes than there should be')
      const take = Math.min(bytes.length - done, piece.length - at)
      const some = bytes.subarray(done, done + take)
      if (piece.text === undefined) checkContent(some, piece.from + at)
      else if (
        !Buffer.from(piece.text, 'base64')
          .subarray(at, at + take)
          .equals(some)
      )
        throw new Error('Other bytes between files')
      done += take
      at += take
      if (at < piece.length) continue
      index++
      at = 0
    }
  }
}
