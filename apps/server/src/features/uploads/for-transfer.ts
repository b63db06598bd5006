/** Uploads that bring new files of a transfer which was sent before (T9): no month's slot, quota for the new bytes alone. */
import { Problem } from '@sampan/contract/errors'
import { maxVersions } from '@sampan/contract/limits'
import { planOf, planRole } from '@sampan/contract/plans'
import { checkFileSet, type SizedPath, totalBytes } from '@sampan/contract/rules/file-set'
import { replacedFiles } from '@sampan/contract/rules/replaced-files'
import type { Db, Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { filesOfUpload } from '../content/index.ts'
import { checkMaySend, checkQuota, lockOwner, reserve } from '../owners/index.ts'
import { canAccessUpload } from './can-access-upload.ts'
import * as queries from './queries.ts'
import { findGrowing, newestFilesOf } from './queries-for-transfer.ts'
import type { Reservation, Reserved } from './reserve-quota.ts'
import { refuseSuspect } from './suspect-uploads.ts'

export type ForTransfer = { slug: string; without?: string[] | undefined }
type GrowingReservation = Reservation & { forTransferId: string; forRole: string }

/** An early look at the whole set as it will be, which making the version decides; the quota is taken now. */
export async function reserveForTransfer(
  tx: Transaction,
  actor: Actor,
  files: readonly SizedPath[],
  { slug, without = [] }: ForTransfer,
): Promise<Reserved<GrowingReservation>> {
  const transfer = actor.kind === 'user' ? await findGrowing(tx, { slug, actor }) : undefined
  if (actor.kind !== 'user' || !transfer || transfer.state === 'deleted') throw new Problem('notYours')
  if (transfer.state === 'takenDown') throw new Problem('transferTakenDown')
  if (transfer.state === 'uploading') throw new Problem('transferUploading')
  if (transfer.version >= maxVersions) throw new Problem('tooManyVersions', { limit: maxVersions })
  const gone = new Set(without)
  const held = (await newestFilesOf(tx, transfer.id)).filter(({ id }) => !gone.has(id))
  const owner = (await lockOwner(tx, actor.ownerId))!
  checkMaySend(owner)
  const role = planRole(owner.role)
  const replaced = new Set(
    replacedFiles(
      held,
      files.map(({ path }) => path),
    ).values(),
  )
  if (files.length === 0) throw new Problem('noFiles')
  checkFileSet([...held.filter(({ id }) => !replaced.has(id)), ...files], planOf(owner.role), role)
  const bytes = totalBytes(files)
  checkQuota(owner, bytes)
  await reserve(tx, owner.id, bytes)
  return { owner, reservation: { authorId: actor.userId, isVerified: true, forTransferId: transfer.id, forRole: role } }
}

type Asked = { actor: Actor; uploadId: string; transferId: string }

/** What it brings, in its order, for who began it; of another transfer it looks unknown. */
export async function filesToAdd(db: Db, { actor, uploadId, transferId }: Asked) {
  const upload = await queries.findUpload(db, { id: uploadId })
  const isIts = upload && upload.forTransferId === transferId && canAccessUpload(actor, upload)
  if (!isIts || upload.state === 'discarded') throw new Problem('uploadNotFound')
  refuseSuspect(upload)
  return { forRole: upload.forRole, files: await filesOfUpload(db, uploadId) }
}

/** The files that a transfer shall have, by its owner's plan of now, or by that under which they began to come (R17). */
export async function checkGrown(
  tx: Transaction,
  { ownerId, files, forRole }: { ownerId: string; files: readonly SizedPath[]; forRole: string | null },
): Promise<void> {
  const owner = (await lockOwner(tx, ownerId))!
  checkMaySend(owner)
  try {
    checkFileSet(files, planOf(owner.role), planRole(owner.role))
  } catch (error) {
    if (forRole === null) throw error
    checkFileSet(files, planOf(forRole), forRole)
  }
}
