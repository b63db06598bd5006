/** Hands an open upload to the owner of a proven address: its room moves, its time is that of a verified one. */
import { Problem } from '@sampan/contract/errors'
import { uploadKeptSeconds } from '@sampan/contract/limits'
import { planOf } from '@sampan/contract/plans'
import type { Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { monthOf } from './create-upload.ts'
import * as queries from './queries.ts'

export type Claim = { slug: string; browserHash: string | null; email: string; role: Actor['role']; now: Date }
export type ClaimedUpload = { upload: queries.UploadRow; ownerId: string; files: queries.FileRow[] }

/**
 * Claims the upload of this browser under a slug: takes a month's slot and the storage of the address, or throws. Null where it
 * was claimed before (its transfer exists), so that a repeated call takes nothing twice.
 */
export async function claimUpload(
  tx: Transaction,
  { slug, browserHash, email, role, now }: Claim,
): Promise<ClaimedUpload | null> {
  const upload = await queries.lockUpload(tx, { slug })
  if (!upload || upload.browserHash !== browserHash || upload.state === 'discarded') throw new Problem('uploadNotFound')
  if (upload.publishedAt) return null
  if (upload.state !== 'open') throw new Problem('uploadClosed')
  const ownerId = await moveRoom(tx, upload, email, role, now)
  const expiresAt = new Date(now.getTime() + uploadKeptSeconds * 1000)
  await queries.updateUpload(tx, upload.id, { ownerId, isVerified: true, publishedAt: now, expiresAt })
  const files = await queries.liveFilesOf(tx, upload.id)
  if (files.length === 0) throw new Problem('noFiles')
  return { upload, ownerId, files }
}

async function moveRoom(
  tx: Transaction,
  upload: queries.UploadRow,
  email: string,
  role: Actor['role'],
  now: Date,
): Promise<string> {
  const plan = planOf(role)
  const owner = await queries.lockOwner(tx, 'address', email, role)
  if (!(await queries.takeMonthSlot(tx, owner.id, monthOf(now), plan.transfersPerMonth))) {
    throw new Problem('monthUsedUp', { role, limit: plan.transfersPerMonth })
  }
  if (upload.ownerId === owner.id) return owner.id
  const wanted = owner.usedBytes + owner.reservedBytes + upload.declaredBytes
  if (wanted > plan.storageBytes) throw new Problem('storageFull', { limitBytes: plan.storageBytes })
  await queries.changeUsage(tx, upload.ownerId, { reservedBytes: -upload.declaredBytes })
  await queries.changeUsage(tx, owner.id, { reservedBytes: upload.declaredBytes })
  return owner.id
}
