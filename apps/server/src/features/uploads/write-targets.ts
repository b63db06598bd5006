/** What a part is written into, and whether whoever sends it may. */
import { Problem } from '@sampan/contract/errors'
import type { OwnerStatus } from '@sampan/contract/states'
import { unwrapDek } from '../../adapters/keys/keys.ts'
import type { BlobKey } from '../../adapters/storage/storage.ts'
import type { Actor } from '../../http/actor.ts'
import type { Ticket } from '../../http/ticket.ts'
import type { Services } from '../../services.ts'
import { refuseSuspended } from '../owners/index.ts'
import { canAccessUpload } from './can-access-upload.ts'
import { purposeNamed, type UploadPurposes } from './purpose.ts'
import * as queries from './queries.ts'
import { refuseSuspect } from './suspect-uploads.ts'
import { newBudget, type WriteBudget } from './write-budget.ts'

export type TargetDeps = Pick<Services, 'db' | 'masterKeys' | 'clock'> & UploadPurposes & { targets: WriteTargets }

/** What is needed to write into a blob; its layout never changes and its owner's status hardly does, so it is kept for a while. */
export type WriteTarget = {
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

export const see = (
  budget: WriteBudget,
  { declaredBytes, writtenBytes, writtenParts, receivedBytes }: Omit<WriteBudget, 'bytesUnderWay' | 'bytesGiven'>,
) => Object.assign(budget, { declaredBytes, writtenBytes, writtenParts, receivedBytes })

async function findTarget(deps: TargetDeps, blobId: string): Promise<WriteTarget> {
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
    for (const [id, { bytesUnderWay, bytesGiven }] of uploads) if (bytesUnderWay + bytesGiven === 0) uploads.delete(id)
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

/** Throws where this ticket may not write into it, or nobody may. */
export async function openTarget(
  deps: TargetDeps,
  ticket: Ticket,
  actor: Actor,
  { uploadId, blobId }: { uploadId: string; blobId: string },
): Promise<WriteTarget> {
  refuseSuspended(actor.kind === 'user' ? actor.status : undefined)
  const target = await findTarget(deps, blobId)
  if (!canAccessUpload(ticket, target.startedBy) || target.upload.id !== uploadId) throw new Problem('uploadNotFound')
  refuseSuspended(target.ownerStatus)
  return target
}
