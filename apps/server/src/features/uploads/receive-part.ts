/** One part: streamed to the storage, checked by CRC-32 on its way, counted only when whole (U6, transfer-engine "Parts"). */
import { Problem } from '@sampan/contract/errors'
import { rewriteSlackBytes } from '@sampan/contract/limits'
import type { OwnerStatus } from '@sampan/contract/states'
import { unwrapDek } from '../../adapters/storage/master-key.ts'
import { type BlobKey, WrongLength } from '../../adapters/storage/storage.ts'
import type { Actor } from '../../http/actor.ts'
import type { Ticket } from '../../http/ticket.ts'
import type { Services } from '../../services.ts'
import { holdsUpload } from './holder.ts'
import { refuseSuspended } from './owner-limits.ts'
import { PieceCrcs, pieceLengths } from './piece-crcs.ts'
import * as queries from './queries.ts'
import type { PartRecorder } from './record-parts.ts'

type Deps = Pick<Services, 'db' | 'storage' | 'masterKeys' | 'clock'> & { record: PartRecorder; targets: WriteTargets }
export type Part = {
  uploadId: string
  blobId: string
  offset: number
  length: number | null
  crc32: string | undefined
  source: AsyncIterable<Uint8Array>
}

/** What is needed to write into a blob; its layout never changes and its owner's status hardly does, so it is kept for a while. */
type WriteTarget = {
  key: BlobKey
  size: number
  fileStarts: number[]
  upload: UploadBudget
  holder: { authorId: string | null; browserHash: string }
  /** Of whose room it takes, who need not be who sends it. */
  ownerStatus: OwnerStatus
  freshUntil: number
}
type UploadBudget = { id: string; writtenBytes: number; declaredBytes: number }
export type WriteTargets = { blobs: Map<string, WriteTarget>; uploads: Map<string, UploadBudget> }
export const makeWriteTargets = (): WriteTargets => ({ blobs: new Map(), uploads: new Map() })

const targetLifeMs = 30_000
const targetsMost = 2000

async function findTarget(deps: Deps, blobId: string): Promise<WriteTarget> {
  const { blobs, uploads } = deps.targets
  const known = blobs.get(blobId)
  if (known && known.freshUntil > deps.clock().getTime()) return known
  const found = await queries.findBlob(deps.db, blobId)
  if (!found || found.upload.state === 'discarded') throw new Problem('uploadNotFound')
  if (found.upload.state !== 'open') throw new Problem('uploadClosed')
  if (blobs.size >= targetsMost) {
    blobs.clear()
    uploads.clear()
  }
  const budget = uploads.get(found.upload.id) ?? { id: found.upload.id, writtenBytes: 0, declaredBytes: 0 }
  budget.declaredBytes = found.upload.declaredBytes
  budget.writtenBytes = Math.max(budget.writtenBytes, found.upload.writtenBytes)
  uploads.set(budget.id, budget)
  const target = {
    key: { blobId, dek: unwrapDek(deps.masterKeys, blobId, found.blob.wrappedKey) },
    size: found.blob.size,
    fileStarts: (await queries.filesOfBlob(deps.db, blobId)).map(({ offset }) => offset),
    upload: budget,
    holder: found.upload,
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
  const { upload } = target
  if (upload.writtenBytes + part.length > 2 * upload.declaredBytes + rewriteSlackBytes) throw new Problem('tooMuchWritten')
  return { length: part.length, crc32: Number.parseInt(part.crc32!, 16) }
}

async function* throughCrc(source: AsyncIterable<Uint8Array>, crcs: PieceCrcs): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    crcs.update(chunk)
    yield chunk
  }
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
  if (!holdsUpload(ticket, target.holder) || target.upload.id !== part.uploadId) throw new Problem('uploadNotFound')
  refuseSuspended(target.ownerStatus)
  const { length, crc32 } = checkPart(part, target)
  // Counted before the first byte, so that many parts at once cannot slip past the cap.
  target.upload.writtenBytes += length
  const crcs = new PieceCrcs(pieceLengths(target.fileStarts, part.offset, length))
  const row = { uploadId: part.uploadId, blobId: part.blobId, offset: part.offset, length, crc32 }
  try {
    const place = await deps.storage.writeAttempt(target.key, part.offset, length, throughCrc(part.source, crcs))
    const isWhole = crcs.whole() === crc32
    await deps.record({ ...row, place: isWhole ? place : null, pieceCrcs: crcs.bytes() })
    if (!isWhole) throw new Problem('partDamaged')
  } catch (error) {
    if (error instanceof Problem) {
      if (error.code === 'uploadClosed' || error.code === 'uploadNotFound') deps.targets.blobs.delete(part.blobId)
      // Its rows are gone: what was written since then would lie there for nobody.
      if (error.code === 'uploadNotFound') await deps.storage.deleteBlob(part.blobId)
      throw error
    }
    if (isDiskFull(error)) throw new Problem('diskFull', {}, { retryAfterSeconds: 60 })
    if (!isBrokenLine(error)) throw error
    await deps.record({ ...row, place: null, pieceCrcs: Buffer.alloc(0) })
    throw new Problem('partIncomplete')
  }
}
