/**
 * A stored (uncompressed) zip of which every byte is known beforehand: its length and any range come from names, sizes and
 * sums alone, nothing is built or kept, and each request gives the same bytes. Zip64 where a number needs it.
 */
import { centralBytes, centralHeader, endRecords, localBytes, localHeader } from './zip-records.ts'

export type ZipEntry = {
  /** Safe and unique (see zip-names.ts); ends in "/" for a folder, whose size is 0. */
  name: string
  size: number
  crc32: number
  /** Saved in UTC, to the second. */
  modifiedAt: Date
  /** The file's bytes [from, to). */
  read(from: number, to: number): AsyncIterable<Uint8Array>
}
export type ZipLayout = { length: number; read(from: number, to: number): AsyncGenerator<Uint8Array, void, undefined> }

/** Smaller pieces are joined up to this size: else every small file would cost two writes to the socket. */
const JOINED_BYTES = 64 * 1024

export function zipLayout(entries: readonly ZipEntry[]): ZipLayout {
  const starts = new Float64Array(entries.length + 1)
  const centrals = new Float64Array(entries.length + 1)
  entries.forEach((entry, i) => {
    starts[i + 1] = starts[i]! + localBytes(entry) + entry.size
  })
  const centralStart = starts[entries.length]!
  centrals[0] = centralStart
  entries.forEach((entry, i) => {
    centrals[i + 1] = centrals[i]! + centralBytes(entry, starts[i]!)
  })
  const centralEnd = centrals[entries.length]!
  const end = endRecords(entries.length, centralStart, centralEnd - centralStart)

  async function* pieces(from: number, to: number): AsyncGenerator<Uint8Array> {
    for (let i = lastAtOrBefore(starts, from); i < entries.length && starts[i]! < to; i++) {
      yield* entryBytes(entries[i]!, from - starts[i]!, to - starts[i]!)
    }
    for (let i = lastAtOrBefore(centrals, from); i < entries.length && centrals[i]! < to; i++) {
      yield clip(centralHeader(entries[i]!, starts[i]!), from - centrals[i]!, to - centrals[i]!)
    }
    yield clip(end, from - centralEnd, to - centralEnd)
  }
  return { length: centralEnd + end.length, read: (from, to) => joined(pieces(from, to)) }
}

async function* entryBytes(entry: ZipEntry, from: number, to: number): AsyncGenerator<Uint8Array> {
  const header = localHeader(entry)
  yield clip(header, from, to)
  const [first, last] = [Math.max(0, from - header.length), Math.min(entry.size, to - header.length)]
  if (first < last) yield* entry.read(first, last)
}

/** The part of the bytes that lies in [from, to), empty where there is none. */
const clip = (bytes: Buffer, from: number, to: number) => bytes.subarray(Math.max(0, from), Math.max(0, to))

/** The last index whose offset is at or before that one; the final offset is an end and counts too. */
function lastAtOrBefore(offsets: Float64Array, offset: number): number {
  let low = 0
  let high = offsets.length
  while (low + 1 < high) {
    const middle = (low + high) >>> 1
    if (offsets[middle]! <= offset) low = middle
    else high = middle
  }
  return low
}

async function* joined(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let small: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    if (piece.length === 0) continue
    small.push(piece)
    bytes += piece.length
    if (bytes < JOINED_BYTES) continue
    if (piece.length >= JOINED_BYTES) {
      small.pop()
      if (small.length > 0) yield Buffer.concat(small)
      yield piece
    } else yield Buffer.concat(small)
    small = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(small)
}
