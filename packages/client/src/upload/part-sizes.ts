/** How large the next part is (U1): the floor of the connection, grown by what the line carries, cut down after errors. */
import { parts } from '@sampan/contract/limits'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { type Connection, grownPartBytes, partBytesAfterTries } from '@sampan/contract/rules/part-size'
import type { Piece } from './work-queue.ts'

type Blob = Pick<UploadPlan['blobs'][number], 'size' | 'partSize' | 'minPartSize'>

export type PartSizes = {
  bytesFor(piece: Piece): number
  /** The cap of a piece whose next try has this number. */
  capFor(piece: Piece, attempt: number): number
  sent(bytes: number, seconds: number): void
  failed(): void
  /** Something on the way refused a body of this size. False when no smaller one is allowed. */
  refused(piece: Piece): boolean
}

const minBytes = (blob: Blob): number => Math.max(1, blob.minPartSize, Math.ceil(blob.size / parts.perBlob))

export function createPartSizes(blobs: readonly Blob[], connection: Connection = '4g'): PartSizes {
  const floor: number = parts.floorBytes[connection]
  let line = floor
  let ceiling = Number.POSITIVE_INFINITY
  const bytesFor = (piece: Piece): number => {
    const blob = blobs[piece.blob]!
    return Math.max(minBytes(blob), Math.min(Math.max(blob.partSize, line), piece.capBytes, ceiling))
  }
  return {
    bytesFor,
    capFor: (piece, attempt) => partBytesAfterTries(bytesFor(piece), attempt, minBytes(blobs[piece.blob]!)),
    sent: (bytes, seconds) => {
      // The last bit of a blob is mostly waiting and says little of the line.
      if (bytes * 2 >= line) line = grownPartBytes(line, bytes, seconds, floor)
    },
    failed: () => {
      line = Math.max(floor, line / 2)
    },
    refused: (piece) => {
      const half = Math.floor((piece.to - piece.from) / 2)
      ceiling = Math.min(ceiling, half)
      return half >= minBytes(blobs[piece.blob]!)
    },
  }
}
