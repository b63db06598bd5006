/** Hands an open upload to the account or the verified address that sends it: its quota moves, its time is that of a verified one. */
import { Problem } from '@sampan/contract/errors'
import { uploadKeptSeconds } from '@sampan/contract/limits'
import { addSeconds } from '../../add-seconds.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { checkMaySendAs } from '../accounts/index.ts'
import * as owners from '../owners/index.ts'
import { canAccessUpload } from './can-access-upload.ts'
import { ownerOfAddress } from './owner-of-address.ts'
import * as queries from './queries.ts'
import { queueFinish } from './queue-finish.ts'
import { sendName } from './send-purpose.ts'

/** How long the call that claims has for finishing by itself, before the job does: both at once would only wait for each other. */
export const finishAloneSeconds = 2

/** `email` is the address that a guest has verified; an account sends as its own owner. */
export type Claim = { slug: string; actor: Actor; email: string; now: Date }
/** `authorId` is the account that sends: the caller's, or that of the verified address. */
export type ClaimedUpload = {
  upload: queries.UploadRow
  owner: owners.OwnerRow
  authorId: string | null
  files: Pick<queries.FileRow, 'path' | 'size'>[]
}

/** An early look, without a lock, at what claiming decides: the caller's own upload, which nobody has sent yet. */
export async function mayClaim(db: Db, actor: Actor, slug: string): Promise<boolean> {
  const upload = await queries.findUpload(db, { slug })
  return upload?.state === 'open' && !upload.publishedAt && upload.purpose === sendName && canAccessUpload(actor, upload)
}

/**
 * Claims the upload under a slug for who holds it: takes a month's slot and the storage of the sender, or throws. Null where it
 * was claimed before (its transfer exists), so that a repeated call takes nothing twice.
 */
export async function claimUpload(tx: Transaction, { slug, actor, email, now }: Claim): Promise<ClaimedUpload | null> {
  // Before the upload's row: whoever claims the address has it first too.
  if (actor.kind === 'anonymous') await owners.holdAddress(tx, email)
  const upload = await queries.lockUpload(tx, { slug })
  if (!upload || !canAccessUpload(actor, upload) || upload.state === 'discarded') throw new Problem('uploadNotFound')
  if (upload.purpose !== sendName) throw new Problem('uploadNotFound')
  if (upload.publishedAt) return null
  if (upload.state !== 'open') throw new Problem('uploadClosed')
  const { ownerId, userId } = actor.kind === 'user' ? actor : await ownerOfAddress(tx, email)
  const owner = await moveReservation(tx, upload, { ownerId, userId }, now)
  const expiresAt = addSeconds(now, uploadKeptSeconds)
  await queries.updateUpload(tx, upload.id, { ownerId, isVerified: true, publishedAt: now, expiresAt })
  const files = await queries.liveSizesOf(tx, upload.id)
  if (files.length === 0) throw new Problem('noFiles')
  // Whoever claims it finishes it right after this transaction, before the job begins; a process that dies in between leaves it.
  await queueFinish(tx, upload.id, finishAloneSeconds)
  return { upload, owner, authorId: userId, files }
}

async function moveReservation(
  tx: Transaction,
  upload: queries.UploadRow,
  { ownerId, userId }: { ownerId: string; userId: string | null },
  now: Date,
): Promise<owners.OwnerRow> {
  const owner = (await owners.lockOwners(tx, [ownerId, upload.ownerId])).get(ownerId)!
  await checkMaySendAs(tx, owner, userId)
  await owners.takeTransferSlot(tx, owner, now)
  if (upload.ownerId === ownerId) return owner
  owners.checkQuota(owner, upload.declaredBytes)
  await owners.release(tx, upload.ownerId, { reservedBytes: upload.declaredBytes })
  await owners.reserve(tx, ownerId, upload.declaredBytes)
  return owner
}

/** Sending is taken back while the upload is unfinished: it waits to be sent again; the month's slot of `unusedSince` is free again. */
export async function unclaimUpload(tx: Transaction, uploadId: string, unusedSince: Date | null): Promise<void> {
  const upload = await queries.lockUpload(tx, { id: uploadId })
  if (upload?.state !== 'open') throw new Problem('uploadClosed')
  if (!upload.publishedAt) return
  await queries.updateUpload(tx, uploadId, { publishedAt: null })
  if (unusedSince) await owners.freeTransferSlot(tx, upload.ownerId, unusedSince)
}
