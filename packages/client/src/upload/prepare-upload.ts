/** From chosen files to a plan and the work that is left of it. */
import { createUpload, readUpload, type UploadPlan } from '@sampan/contract/routes/uploads'
import type { Connection } from '@sampan/contract/rules/part-size'
import type { Api } from '../api.ts'
import { createPartSizes, type PartSizes } from './part-sizes.ts'
import { createProgress, type Progress } from './progress.ts'
import type { Range } from './ranges.ts'
import { type BlobSource, rangesOf, sourcesOf } from './sources.ts'
import { type Tickets, withTicket } from './ticket.ts'
import type { SourceFile } from './upload.ts'
import { createWorkQueue, newPiece, type WorkQueue, without } from './work-queue.ts'

export type UploadWish = {
  files: readonly SourceFile[]
  /** The sender's address, if it is known by now. */
  sender?: string | undefined
  connection?: Connection | undefined
  /** Goes on with an upload that the server knows; the files must be the same. */
  uploadId?: string | undefined
}
export type Prepared = { plan: UploadPlan; sources: BlobSource[]; queue: WorkQueue; sizes: PartSizes; progress: Progress }
type Received = readonly { blobId: string; ranges: readonly Range[] }[]

async function planOf(api: Api, tickets: Tickets, wish: UploadWish, signal: AbortSignal) {
  const { uploadId, sender, connection } = wish
  if (uploadId) return withTicket(tickets, (ticket) => api.call(readUpload, { params: { uploadId }, ticket, signal }))
  const files = wish.files.map(({ path, size, lastModified }) => ({
    path,
    size,
    ...(lastModified !== undefined && { lastModified }),
  }))
  const body = { files, ...(connection && { connection }), ...(sender && { sender }) }
  const plan = await withTicket(tickets, (ticket) => api.call(createUpload, { body, ticket, signal }))
  return { ...plan, received: [] as Received }
}

export async function prepareUpload(api: Api, tickets: Tickets, wish: UploadWish, signal: AbortSignal): Promise<Prepared> {
  const { received, ...plan } = await planOf(api, tickets, wish, signal)
  const sources = sourcesOf(plan, wish.files)
  const progress = createProgress(sources)
  const stored = new Map((received as Received).map(({ blobId, ranges }) => [blobId, ranges]))
  const pieces = sources.flatMap((source, blob) => {
    const have = stored.get(source.blobId) ?? []
    progress.acknowledge(blob, have)
    return rangesOf(source).flatMap((range) => without(newPiece(blob, range), have))
  })
  return { plan, sources, progress, queue: createWorkQueue(pieces), sizes: createPartSizes(plan.blobs, wish.connection) }
}
