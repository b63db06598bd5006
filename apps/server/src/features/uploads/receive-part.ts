/** One part: streamed to the storage, checked by CRC-32 on its way, counted only when whole (U6, transfer-engine "Parts"). */
import type { Readable } from 'node:stream'
import { Problem } from '@sampan/contract/errors'
import type { OwnerStatus } from '@sampan/contract/states'
import { unwrapDek } from '../../adapters/keys/keys.ts'
import { type BlobKey, FlushFailed, MissingBlob, type Place, WrongLength } from '../../adapters/storage/storage.ts'
import type { Actor } from '../../http/actor.ts'
import type { Ticket } from '../../http/ticket.ts'
import type { Services } from '../../services.ts'
import { deleteBytes } from '../content/index.ts'
import { refuseSuspended } from '../owners/index.ts'
import type { BackgroundFlush } from './background-flush.ts'
import { canAccessUpload } from './can-access-upload.ts'
import { PieceCrcs, pieceLengths } from './piece-crcs.ts'
import { purposeNamed, type UploadPurposes } from './purpose.ts'
import * as queries from './queries.ts'
import type { PartRecorder, Recorded } from './record-parts.ts'
import { checkSpaceForPart } from './share-disk.ts'
import { refuseSuspect } from './suspect-uploads.ts'
import { newBudget, refuseTooMuchUnderWay, type WriteBudget } from './write-budget.ts'

type Deps = Pick<Services, 'db' | 'storage' | 'masterKeys' | 'clock' | 'config'> &
  UploadPurposes & {
    record: PartRecorder
    targets: WriteTargets
    flushAhead: BackgroundFlush
  }
export type Part = {
  uploadId: string
  blobId: string
  offset: number
  length: number | null
  /** Its place among all requests for parts. */
  accepted: Promise<number>
  crc32: string | undefined
  source: Readable
}

/** What is needed to write into a blob; its layout never changes and its owner's status hardly does, so it is kept for a while. */
type WriteTarget = {
  key: BlobKey
  size: number
  fileStarts: number[]
  upload: WriteBudget
  startedBy: Pick<queries.UploadRow, 'id' | 'ownerId' | 'authorId' | 'browserHash' | 'purpose' | 'purposeId' | 'purposeOf'>
  /** Of whose quota it takes, who need not be who sends it. */
  ownerStatus: OwnerStatus
  freshUntil: number
}
export type WriteTargets = { blobs: Map<string, WriteTarget>; uploads: Map<string, WriteBudget> }
export const makeWriteTargets = (): WriteTargets => ({ blobs: new Map(), uploads: new Map() })

const targetLifeMs = 30_000
const maxTargets = 2000

const see = (
  budget: WriteBudget,
  { declaredBytes, writtenBytes, writtenParts, receivedBytes }: Omit<WriteBudget, 'bytesUnderWay'>,
) => Object.assign(budget, { declaredBytes, writtenBytes, writtenParts, receivedBytes })

async function findTarget(deps: Deps, blobId: string): Promise<WriteTarget> {
  const { blobs, uploads } = deps.targets
  const known = blobs.get(blobId)
  if (known && known.freshUntil > deps.clock().getTime()) return known
  const found = await queries.findBlob(deps.db, blobId)
  if (!found || found.upload.state === 'discarded') throw new Problem('uploadNotFound')
  if (found.upload.state !== 'open') throw new Problem('uploadClosed')
  refuseSuspect(found.upload)
  const { purpose, purposeId } = found.upload
  if (purposeId) await purposeNamed(deps, purpose).mayGoOn?.(purposeId)
  if (blobs.size >= maxTargets) {
    blobs.clear()
    uploads.clear()
  }
  const budget = uploads.get(found.upload.id) ?? newBudget(found.upload.id)
  see(budget, found.upload)
  uploads.set(budget.id, budget)
  const target = {
    key: { blobId, dek: unwrapDek(deps.masterKeys, blobId, found.blob.wrappedKey) },
    size: found.blob.size,
    fileStarts: await queries.fileStartsOf(deps.db, blobId),
    upload: budget,
    startedBy: found.upload,
    ownerStatus: found.status,
    freshUntil: deps.clock().getTime() + targetLifeMs,
  }
  blobs.set(blobId, target)
  return target
}

function checkPart(part: Part, target: WriteTarget): { length: number; crc32: number } {
  if (part.length === null) throw new Problem('lengthRequired')
  if (part.length === 0 || part.offset + part.length > target.size) throw new Problem('partOutOfBounds', { size: target.size })
  if (!/^[0-9a-f]{8}$/i.test(part.crc32 ?? ''))
    throw new Problem('invalidInput', {}, { fields: { 'X-Part-Crc32': part.crc32 ? 'invalid' : 'required' } })
  return { length: part.length, crc32: Number.parseInt(part.crc32!, 16) }
}

const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException)?.code))
const isBrokenLine = (error: unknown): boolean =>
  error instanceof WrongLength ||
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR', 'ERR_STREAM_DESTROYED'].includes(
    String((error as NodeJS.ErrnoException)?.code),
  )

export async function receivePart(deps: Deps, ticket: Ticket, actor: Actor, part: Part): Promise<void> {
  refuseSuspended(actor.kind === 'user' ? actor.status : undefined)
  const target = await findTarget(deps, part.blobId)
  if (!canAccessUpload(ticket, target.startedBy) || target.upload.id !== part.uploadId) throw new Problem('uploadNotFound')
  refuseSuspended(target.ownerStatus)
  const { length, crc32 } = checkPart(part, target)
  refuseTooMuchUnderWay(target.upload)
  await checkSpaceForPart(deps)
  const underWay = { bytes: 0 }
  try {
    await receive(deps, target, part, { length, crc32, underWay })
  } finally {
    target.upload.bytesUnderWay -= underWay.bytes
  }
}

type Checked = { length: number; crc32: number; underWay: { bytes: number } }

async function receive(deps: Deps, target: WriteTarget, part: Part, { length, crc32, underWay }: Checked): Promise<void> {
  const crcs = new PieceCrcs(pieceLengths(target.fileStarts, part.offset, length))
  const { uploadId, blobId, offset } = part
  const look = (chunk: Uint8Array) => {
    underWay.bytes += chunk.length
    target.upload.bytesUnderWay += chunk.length
    crcs.update(chunk)
  }
  const place = await deps.storage.writeAttempt(target.key, offset, length, part.source, look).catch(async (error) => {
    throw await problemOf(deps, blobId, error)
  })
  const keep = async () => {
    if (crcs.whole() !== crc32) throw new Problem('partDamaged')
    const recorded = await deps.record({
      ...{ uploadId, blobId, offset, length, crc32, place },
      accepted: await part.accepted,
      pieceCrcs: crcs.bytes(),
    })
    if (recorded.upload) see(target.upload, recorded.upload)
    if (recorded.verdict === 'same') deps.storage.release(place, length)
    await settle(deps, recorded, blobId, place)
  }
  await keep().catch((error) => {
    // Anything else may have been recorded all the same.
    if (error instanceof Problem && neverCounts.has(error.code)) deps.storage.release(place, length)
    throw error
  })
  deps.flushAhead(uploadId, blobId, length)
}

/** Refusals of a part that is whole on the disk, and that no row names. */
const neverCounts: ReadonlySet<string> = new Set(['partDamaged', 'partOverlaps', 'tooMuchWritten', 'uploadChecking'])

async function problemOf({ db }: Deps, blobId: string, error: unknown): Promise<Problem> {
  if (isDiskFull(error)) return new Problem('diskFull', {}, { retryAfterSeconds: 60 })
  if (error instanceof FlushFailed) return new Problem('unavailable', {}, { retryAfterSeconds: 1 })
  if (error instanceof MissingBlob) {
    // A client forgets what is not found: only the rows can say that, never a disk.
    const upload = (await queries.findBlob(db, blobId))?.upload
    if (!upload || upload.state === 'discarded') return new Problem('uploadNotFound')
    return new Problem('unavailable', {}, { retryAfterSeconds: 1 })
  }
  if (isBrokenLine(error)) return new Problem('partIncomplete')
  throw error
}

/** What follows from how the row was found; throws where the part does not count. */
async function settle(deps: Deps, { verdict }: Recorded, blobId: string, place: Place): Promise<void> {
  if (verdict === 'lost') {
    deps.storage.abandon(place.container)
    throw new Problem('unavailable', {}, { retryAfterSeconds: 1 })
  }
  const isClosed = verdict instanceof Problem && ['uploadClosed', 'uploadNotFound', 'uploadChecking'].includes(verdict.code)
  if (isClosed || verdict === 'gone') deps.targets.blobs.delete(blobId)
  // Its rows are gone: what was written since then would lie there for nobody.
  if (verdict === 'gone' || (verdict instanceof Problem && verdict.code === 'uploadNotFound')) await deleteBytes(deps, [blobId])
  if (verdict instanceof Problem) throw verdict
}
