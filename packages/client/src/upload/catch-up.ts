/** Sets progress and queue right by the server's list, which is the truth (U5). */
import type { Progress } from './progress.ts'
import { minus, type Range } from './ranges.ts'
import { type BlobSource, rangesOf } from './sources.ts'
import { newPiece, type Piece, type WorkQueue } from './work-queue.ts'

export type Received = readonly { blobId: string; ranges: readonly Range[] }[]
type Work = { sources: readonly BlobSource[]; queue: WorkQueue; progress: Progress }

/** What is not under way is to be sent, whether it never was or the server has lost it again; `flying` is on its way. */
export function catchUp({ sources, queue, progress }: Work, received: Received, flying: readonly Piece[] = []): void {
  const stored = new Map(received.map(({ blobId, ranges }) => [blobId, ranges]))
  const pieces = sources.flatMap((source, blob) => {
    const have = stored.get(source.blobId) ?? []
    progress.setStored(blob, have)
    const taken = [...have, ...flying.filter((piece) => piece.blob === blob).map(({ from, to }): Range => [from, to])]
    return minus(rangesOf(source), taken).map((range) => newPiece(blob, range))
  })
  queue.replace(pieces)
}
