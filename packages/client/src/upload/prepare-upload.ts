/** From chosen files to a plan and the work that is left of it. */
import { Problem } from '@sampan/contract/errors'
import { createUpload, filesPerCall, readUpload, type UploadPlan } from '@sampan/contract/routes/uploads'
import type { Connection } from '@sampan/contract/rules/part-size'
import type { Api } from '../api.ts'
import type { Clock } from '../clock.ts'
import { lotsOf } from '../lots.ts'
import { catchUp, type Received } from './catch-up.ts'
import type { Memory } from './checkpoint.ts'
import { createPartSizes, type PartSizes } from './part-sizes.ts'
import { askedWaitMs, isBeingChecked } from './part-verdict.ts'
import { createProgress, type Progress } from './progress.ts'
import { type BlobSource, rangesOf, sourcesOf } from './sources.ts'
import { type Tickets, withTicket } from './ticket.ts'
import type { SourceFile } from './upload.ts'
import { createWorkQueue, type WorkQueue } from './work-queue.ts'

export type UploadWish = {
  files: readonly SourceFile[]
  /** The sender's address, if it is known by now. */
  sender?: string | undefined
  connection?: Connection | undefined
  /** Goes on with an upload that the server knows; begins anew where it cannot be gone on with. */
  uploadId?: string | undefined
  /** What the upload that is gone on with has beside these files, or lacks of them, is set right by whoever keeps its plan. */
  isOpen?: boolean | undefined
  /** Paths under which that upload has other files than these. */
  without?: readonly string[] | undefined
  /** Its files come into a transfer that was sent before, whose `without` then go. */
  forTransfer?: { slug: string; without?: string[] } | undefined
  /** Its one file shows what a document of a file request is meant to be. */
  forExample?: boolean | undefined
  /** Its link is out: it can be gone on with, but never begun anew. */
  isPublished?: boolean | undefined
}
export type Prepared = {
  plan: UploadPlan
  /** Those of the files that the plan knows. */
  planned: readonly SourceFile[]
  isTakenUp: boolean
  resumedBytes: number
  /** How long the server's answer took: about the round trip of the line. */
  roundTripMs: number
  sources: BlobSource[]
  /** As planned, in the places of their sources. */
  blobs: UploadPlan['blobs']
  queue: WorkQueue
  sizes: PartSizes
  progress: Progress
}
type Means = { api: Api; tickets: Tickets; signal: AbortSignal }
/** `onWait`: an interrupted upload is there, but not to be had yet. */
type Watched = Means & { clock: Clock; onWait(): void }

export const askServer = ({ api, tickets, signal }: Means, uploadId: string) =>
  withTicket(tickets, (ticket) => api.call(readUpload, { params: { uploadId }, ticket, signal }))

/** What a complete upload has received. */
export const everything = ({ blobs }: UploadPlan): Received => blobs.map(({ blobId, size }) => ({ blobId, ranges: [[0, size]] }))

type Found = Omit<Prepared, 'roundTripMs'>

/**
 * All of them, unless the plan may be changed to fit, or lacks some: whoever is interrupted between choosing files and the server's answer
 * has an upload that knows nothing of them, and without them it would pass for whole.
 */
function plannedOf({ files }: UploadPlan, wish: UploadWish): readonly SourceFile[] {
  const paths = new Set(files.map(({ path }) => path))
  if (!wish.isOpen && wish.files.every(({ path }) => paths.has(path))) return wish.files
  const sizes = new Map(files.map(({ path, size }) => [path, size]))
  const fits = wish.files.filter(({ path, size }) => sizes.get(path) === size && !wish.without?.includes(path))
  return fits.length === wish.files.length && files.length === fits.length ? wish.files : fits
}

function preparedFrom(plan: UploadPlan, received: Received, wish: UploadWish, isTakenUp: boolean): Found {
  const planned = plannedOf(plan, wish)
  const paths = new Set(planned.map(({ path }) => path))
  const sources = sourcesOf(
    { ...plan, files: plan.files.filter(({ path }) => planned === wish.files || paths.has(path)) },
    planned,
  )
  const queue = createWorkQueue([], (blob) => rangesOf(sources[blob]!))
  const blobs = [...plan.blobs]
  const work = { sources, progress: createProgress(sources), queue }
  catchUp(work, received)
  return {
    plan,
    planned,
    isTakenUp,
    resumedBytes: work.progress.sentBytes(),
    blobs,
    sizes: createPartSizes(blobs, wish.connection),
    ...work,
  }
}

/** Unknown, expired or discarded; or its files are others. */
const cannotGoOn = (error: unknown): boolean =>
  error instanceof Problem && (error.code === 'uploadNotFound' || error.code === 'invalidInput')

/** A server that still reads what it has is well: it is waited for as long as that takes. */
async function askWhenChecked(means: Watched, uploadId: string): ReturnType<typeof askServer> {
  for (;;) {
    try {
      return await askServer(means, uploadId)
    } catch (error) {
      if (!isBeingChecked(error)) throw error
      means.onWait()
      await means.clock.sleep(askedWaitMs(error), means.signal)
    }
  }
}

/** null when there is nothing to go on with. */
async function takeUp(means: Watched, uploadId: string, wish: UploadWish): Promise<Found | null> {
  try {
    const { received, state, ...plan } = await askWhenChecked(means, uploadId)
    if (state === 'open') return preparedFrom(plan, received, wish, true)
    // One that was named may have become complete by a call whose answer was lost: sent anew, its files would come twice.
    const isWanted = wish.isPublished || (wish.forTransfer && wish.uploadId)
    return state === 'complete' && isWanted ? preparedFrom(plan, everything(plan), wish, true) : null
  } catch (error) {
    if (cannotGoOn(error) && !wish.isPublished) return null
    throw error
  }
}

/** As a plan is asked for. */
export const newFileOf = ({ path, size, lastModified }: SourceFile) => ({
  path,
  size,
  ...(lastModified !== undefined && { lastModified }),
})

function firstLot(files: readonly SourceFile[], lotBytes: number): readonly SourceFile[] {
  const [lot = []] = lotsOf(files, lotBytes, newFileOf)
  return lot.length > filesPerCall ? lot.slice(0, filesPerCall) : lot
}

async function beginAnew({ api, tickets, signal }: Means, wish: UploadWish): Promise<Found> {
  const { sender, connection, forTransfer, forExample } = wish
  const beside = {
    ...(connection && { connection }),
    ...(sender && { sender }),
    ...(forTransfer && { forTransfer }),
    ...(forExample && { forExample }),
  }
  // What does not go with this call is told by whoever keeps the plan; new files of a sent transfer come all at once.
  const files = forTransfer ? wish.files : firstLot(wish.files, tickets.lotBytes())
  const body = { files: files.map(newFileOf), ...beside }
  const plan = await withTicket(tickets, (ticket) => api.call(createUpload, { body, ticket, signal }))
  return preparedFrom(plan, [], { ...wish, files }, false)
}

/** Goes on with what was interrupted where that can be, and begins anew, without a word, where it cannot. */
export async function prepareUpload(means: Watched, wish: UploadWish, memory: Memory): Promise<Prepared> {
  const uploadId = wish.uploadId ?? (await memory.find())
  await means.tickets.get()
  const askedAtMs = means.clock.now()
  const takenUp = uploadId ? await takeUp(means, uploadId, wish) : null
  if (uploadId && !takenUp) await memory.forget()
  const found = takenUp ?? (await beginAnew(means, wish))
  return { ...found, roundTripMs: means.clock.now() - askedAtMs }
}
