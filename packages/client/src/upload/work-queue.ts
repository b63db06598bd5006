/** What is still to be sent, in order; parts are cut only when their turn comes, so their size can follow the line. */
import { intersect, type Range, subtract } from './ranges.ts'

/** A range of a blob with what was learnt by trying to send it. */
export type Piece = {
  blob: number
  from: number
  to: number
  /** Failed attempts of this very range. */
  tries: number
  /** Never to be sent in larger parts than this. */
  capBytes: number
  /** How often the server asked to wait instead of judging it. */
  delays: number
  /** How long to wait before the next attempt. */
  waitMs: number
}

export type WorkQueue = {
  /** Cuts the next part off; what remains keeps its place and starts with no failed attempts. */
  take(bytesFor: (piece: Piece) => number): Piece | null
  /** Puts pieces back to the front of the queue. */
  putBack(pieces: readonly Piece[]): void
  /** Takes out what the server has already. */
  drop(blob: number, ranges: readonly Range[]): void
  /** Replaces the queue by all that is left. */
  replace(pieces: readonly Piece[]): void
  isEmpty(): boolean
}

export const newPiece = (blob: number, [from, to]: Range): Piece => ({
  blob,
  from,
  to,
  tries: 0,
  delays: 0,
  capBytes: Number.POSITIVE_INFINITY,
  waitMs: 0,
})

/** The rest of a piece without those ranges. */
export const without = (piece: Piece, ranges: readonly Range[]): Piece[] =>
  subtract([piece.from, piece.to], ranges).map(([from, to]) => ({ ...piece, from, to }))

/** `liveIn`: the ranges of a blob that are still wanted; nothing else is ever queued. */
export function createWorkQueue(pieces: readonly Piece[], liveIn?: (blob: number) => readonly Range[]): WorkQueue {
  let pending = [...pieces]
  const live = (piece: Piece): Piece[] =>
    liveIn ? intersect([[piece.from, piece.to]], liveIn(piece.blob)).map(([from, to]) => ({ ...piece, from, to })) : [piece]
  return {
    take(bytesFor) {
      const piece = pending[0]
      if (!piece) return null
      const to = Math.min(piece.to, piece.from + bytesFor(piece))
      if (to === piece.to) pending.shift()
      else pending[0] = { ...piece, from: to, tries: 0, delays: 0, waitMs: 0 }
      return { ...piece, to }
    },
    putBack: (pieces) => {
      pending.unshift(...pieces.flatMap(live))
    },
    drop: (blob, ranges) => {
      pending = pending.flatMap((piece) => (piece.blob === blob ? without(piece, ranges) : [piece]))
    },
    replace: (pieces) => {
      pending = [...pieces]
    },
    isEmpty: () => pending.length === 0,
  }
}
