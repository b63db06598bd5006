/** What the parts of an upload cover: which files are whole, how much has come of the others, and what checksum whole ones have. */
import { crc32Combine } from '@sampan/contract/rules/crc32-combine'
import { pieceLengths, readPieceCrcs } from './piece-crcs.ts'
import type { BlobRow } from './queries.ts'
import type { AttemptRow } from './queries-attempts.ts'
import type { PlacedFile } from './queries-complete.ts'

type Range = { offset: number; length: number }
/** `files` are the live ones; `starts` are the borders of all, by which parts were cut as they arrived. */
export type Content = {
  blobs: BlobRow[]
  files: PlacedFile[]
  starts: Map<string, number[]>
  attempts: Map<string, AttemptRow[]>
}

/** `all` are the files of these blobs in the order of their places, removed ones too. */
export function contentOf(blobs: BlobRow[], all: readonly PlacedFile[], rows: readonly AttemptRow[]): Content {
  const starts = new Map<string, number[]>(blobs.map(({ id }) => [id, []]))
  for (const { blobId, offset } of all) if (blobId) starts.get(blobId)?.push(offset)
  const attempts = new Map<string, AttemptRow[]>(blobs.map(({ id }) => [id, []]))
  for (const attempt of rows) attempts.get(attempt.blobId)?.push(attempt)
  return { blobs, files: all.filter(({ isRemoved }) => !isRemoved), starts, attempts }
}

/** Attempts never overlap, so a file is covered when those that touch it follow one another over its whole range. */
export function isCovered({ files, attempts }: Pick<Content, 'files' | 'attempts'>): boolean {
  if (files.length === 0) return false
  return files.every((file) => {
    if (!file.blobId) return file.size === 0
    return receivedOf(file, attempts.get(file.blobId) ?? []) === file.size
  })
}

/** How many bytes of a file its blob's attempts hold. */
export const receivedOf = ({ offset, size }: { offset: number; size: number }, attempts: readonly Range[]): number =>
  touching(attempts, { offset, size }).reduce(
    (sum, part) => sum + Math.min(part.offset + part.length, offset + size) - Math.max(part.offset, offset),
    0,
  )

/** The attempts over a file's range; binary search, because a shared blob has thousands of files. */
export function touching<Part extends Range>(list: readonly Part[], file: { offset: number; size: number }): Part[] {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle]!.offset + list[middle]!.length <= file.offset) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < list.length && list[end]!.offset < file.offset + file.size) end++
  return list.slice(low, end)
}

/** Each file's CRC-32 from its pieces. Parts are cut at file borders when they arrive, so every piece belongs to one file. */
export function fileCrcs({ blobs, files, starts, attempts }: Content): { id: string; crc32: number }[] {
  const crcs = new Map<string, Map<number, number>>()
  for (const { id } of blobs) {
    const ofBlob = new Map<number, number>()
    for (const attempt of attempts.get(id)!) addPieces(ofBlob, starts.get(id)!, attempt)
    crcs.set(id, ofBlob)
  }
  return files
    .filter(({ blobId }) => blobId)
    .map((file) => ({ id: file.id, crc32: crcs.get(file.blobId!)?.get(file.offset) ?? 0 }))
}

function addPieces(crcs: Map<number, number>, starts: readonly number[], attempt: AttemptRow): void {
  const lengths = pieceLengths(starts, attempt.offset, attempt.length)
  const pieces = readPieceCrcs(attempt.pieceCrcs)
  let index = starts.findLastIndex((start) => start <= attempt.offset)
  lengths.forEach((length, piece) => {
    const start = starts[index++]!
    crcs.set(start, crc32Combine(crcs.get(start) ?? 0, pieces[piece]!, length))
  })
}
