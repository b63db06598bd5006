/** What to do when the server says that it has a part already, wholly or partly. */
import { Problem } from '@sampan/contract/errors'
import { readUpload } from '@sampan/contract/routes/uploads'
import type { Line } from './part-line.ts'
import { bytesIn, intersect, type Range } from './ranges.ts'
import type { BlobSource } from './sources.ts'
import { withTicket } from './ticket.ts'
import { type Piece, type WorkQueue, without } from './work-queue.ts'

type Stored = {
  line: Line
  uploadId: string
  sources: readonly BlobSource[]
  queue: WorkQueue
  acknowledge(blob: number, ranges: readonly Range[]): void
}

const reportedRanges = (details: Problem['details']): Range[] | null => {
  const { ranges } = details
  const isRange = (range: unknown) => Array.isArray(range) && range.length === 2 && range.every(Number.isSafeInteger)
  return Array.isArray(ranges) && ranges.every(isRange) ? (ranges as Range[]) : null
}

const askServer = ({ line, uploadId }: Stored, signal: AbortSignal) =>
  withTicket(line.tickets, (ticket) => line.api.call(readUpload, { params: { uploadId }, ticket, signal }))

/** Drops what is there and queues the rest. False when nothing of the piece is there. */
async function dropStored(stored: Stored, piece: Piece, problem: Problem, signal: AbortSignal): Promise<boolean> {
  const { blobId } = stored.sources[piece.blob]!
  const reported = reportedRanges(problem.details)
  const ranges = reported ?? (await askServer(stored, signal)).received.find((blob) => blob.blobId === blobId)?.ranges ?? []
  if (bytesIn(intersect([[piece.from, piece.to]], ranges)) === 0) return false
  stored.acknowledge(piece.blob, ranges)
  stored.queue.drop(piece.blob, ranges)
  stored.queue.putBack(without(piece, ranges))
  return true
}

/** The answer to the last part may have been lost: then the upload is closed because it is complete. */
async function isClosedWhole(stored: Stored, signal: AbortSignal): Promise<boolean> {
  if ((await askServer(stored, signal)).state !== 'complete') return false
  for (const [blob, { size }] of stored.sources.entries()) {
    stored.acknowledge(blob, [[0, size]])
    stored.queue.drop(blob, [[0, size]])
  }
  return true
}

/** True when the server has what it refused, so that the piece needs no repeating; the queue is set right then. */
export async function isStored(stored: Stored, piece: Piece, error: unknown, signal: AbortSignal): Promise<boolean> {
  if (!(error instanceof Problem) || signal.aborted) return false
  if (error.code === 'partOverlaps') return dropStored(stored, piece, error, signal)
  return error.code === 'uploadClosed' && isClosedWhole(stored, signal)
}
