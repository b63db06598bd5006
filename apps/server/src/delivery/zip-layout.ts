/**
 * A stored (uncompressed) zip of which every byte is known beforehand: its length and any range come from names, sizes and
 * sums alone, nothing is built or kept, and each request gives the same bytes. Zip64 where a number needs it.
 */
import type { Batch } from '../adapters/storage/storage.ts'
import { centralBytes, centralHeader, endRecords, localBytes, localHeader } from './zip-records.ts'
import { type OpenBlob, type Step, weave } from './zip-stream.ts'

export type ZipEntry = {
  /** Safe and unique (see zip-names.ts); ends in "/" for a folder, whose size is 0. */
  name: string
  size: number
  crc32: number
  /** Saved in UTC, to the second. */
  modifiedAt: Date
  /** Where its bytes lie; null where it has none. */
  source: { blobId: string; offset: number } | null
}
export type ZipLayout = { length: number; read(from: number, to: number): AsyncGenerator<Batch, void, undefined> }

export function zipLayout(entries: readonly ZipEntry[], open: OpenBlob): ZipLayout {
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

  function* steps(from: number, to: number): Generator<Step> {
    for (let i = lastAtOrBefore(starts, from); i < entries.length && starts[i]! < to; i++) {
      yield* entrySteps(entries[i]!, from - starts[i]!, to - starts[i]!)
    }
    for (let i = lastAtOrBefore(centrals, from); i < entries.length && centrals[i]! < to; i++) {
      yield clip(centralHeader(entries[i]!, starts[i]!), from - centrals[i]!, to - centrals[i]!)
    }
    yield clip(end, from - centralEnd, to - centralEnd)
  }
  return { length: centralEnd + end.length, read: (from, to) => weave(steps(from, to), open) }
}

function* entrySteps(entry: ZipEntry, from: number, to: number): Generator<Step> {
  const header = localHeader(entry)
  yield clip(header, from, to)
  const [first, last] = [Math.max(0, from - header.length), Math.min(entry.size, to - header.length)]
  if (first >= last || !entry.source) return
  const { blobId, offset } = entry.source
  yield { blobId, from: offset + first, to: offset + last }
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
