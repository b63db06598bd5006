/** Ranges of one file: what is missing, in what bites it is asked for, and the sum of what has come. */
import { crc32Combine } from '@sampan/contract/rules/crc32-combine'
import type { Piece } from './journal.ts'

const MiB = 1024 * 1024
const [minBytes, maxBytes, perFile] = [8 * MiB, 64 * MiB, 64]

/** Small ones lose little when the line breaks; large files are not asked for in thousands. */
export const rangeBytes = (fileBytes: number): number =>
  Math.min(maxBytes, Math.max(minBytes, Math.ceil(fileBytes / perFile / MiB) * MiB))

/** In order, without overlaps: what says otherwise is left out. */
export function inOrder(pieces: readonly Piece[], size: number): Piece[] {
  const kept: Piece[] = []
  for (const piece of [...pieces].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const isNext = piece.from >= (kept.at(-1)?.to ?? 0) && piece.to > piece.from && piece.to <= size
    if (isNext) kept.push(piece)
  }
  return kept
}

export function missing(pieces: readonly Piece[], size: number): [from: number, to: number][] {
  const max = rangeBytes(size)
  const holes: [number, number][] = []
  let at = 0
  for (const { from, to } of [...inOrder(pieces, size), { from: size, to: size }]) {
    for (; at < from; at = Math.min(from, at + max)) holes.push([at, Math.min(from, at + max)])
    at = Math.max(at, to)
  }
  return holes
}

export const bytesOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { from, to }) => sum + to - from, 0)

/** null where there are holes. */
export function wholeCrc(pieces: readonly Piece[], size: number): number | null {
  let [crc, at] = [0, 0]
  for (const piece of inOrder(pieces, size)) {
    if (piece.from !== at) return null
    crc = crc32Combine(crc, piece.crc, piece.to - piece.from)
    at = piece.to
  }
  return at === size ? crc : null
}
