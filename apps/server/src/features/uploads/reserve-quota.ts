/** Quota for an upload: under the account, the verified address, or the browser whose sender is not known yet (U8). */
import { uploadKeptSeconds } from '@sampan/contract/limits'
import { type PlanHolder, planOf, planRole } from '@sampan/contract/plans'
import { checkFileSet, totalBytes } from '@sampan/contract/rules/file-set'
import { addSeconds } from '../../add-seconds.ts'
import type { Transaction } from '../../db/connect.ts'
import type { Actor, SignedIn } from '../../http/actor.ts'
import { checkMaySendAs } from '../accounts/index.ts'
import * as owners from '../owners/index.ts'
import { isVerified } from '../verification/index.ts'
import { checkOpenUploads, checkUnverified } from './open-caps.ts'
import { ownerOfAddress } from './owner-of-address.ts'
import type { NewFile } from './plan-upload.ts'
import type { Growing, Reserved, Reserving } from './purpose.ts'
import { type UploadRow, updateUpload } from './queries.ts'

/** Throws the first limit that does not hold. A guest's files were checked before; an account's are by the role in its row. */
export async function reserveQuota(tx: Transaction, { actor, browserHash, body, now }: Reserving): Promise<Reserved> {
  const { files, sender } = body
  const bytes = totalBytes(files)
  if (actor.kind === 'user') return reserveForAccount(tx, actor, files, bytes, now)
  if (sender && (await isVerified(tx, browserHash, sender, now))) return reserveForAddress(tx, sender, bytes, now)
  return reserveForBrowser(tx, browserHash, actor.networkKey, { bytes, files: files.length })
}

async function reserveForAccount(
  tx: Transaction,
  actor: SignedIn,
  files: NewFile[],
  bytes: number,
  now: Date,
): Promise<Reserved> {
  const owner = (await owners.lockOwner(tx, actor.ownerId))!
  await checkMaySendAs(tx, owner, actor.userId)
  await owners.checkMonth(tx, owner, now)
  checkFileSet(files, planOf(owner), planRole(owner.role))
  owners.checkQuota(owner, bytes)
  await owners.reserve(tx, owner.id, bytes)
  return { owner, reservation: { authorId: actor.userId, isVerified: true } }
}

/** Begun by a guest, whose browser holds it, also where the quota is an account's. */
async function reserveForAddress(tx: Transaction, email: string, bytes: number, now: Date): Promise<Reserved> {
  await owners.holdAddress(tx, email)
  const { ownerId } = await ownerOfAddress(tx, email)
  const owner = (await owners.lockOwner(tx, ownerId))!
  owners.checkMaySend(owner)
  await owners.checkMonth(tx, owner, now)
  owners.checkQuota(owner, bytes)
  await owners.reserve(tx, owner.id, bytes)
  return { owner, reservation: { authorId: null, isVerified: true } }
}

/** Capped for the browser and for its network address. */
async function reserveForBrowser(
  tx: Transaction,
  browserHash: string,
  networkKey: string,
  { bytes, files }: { bytes: number; files: number },
): Promise<Reserved> {
  const owner = (await owners.lockOwner(tx, await owners.ensureOwner(tx, 'browser', browserHash, 'anon')))!
  owners.checkQuota(owner, bytes)
  await checkUnverified(tx, { owner, networkKey, bytes, files, uploads: 1 })
  await owners.reserve(tx, owner.id, bytes)
  return { owner, reservation: { authorId: null, isVerified: false } }
}

/** Whoever sends without an account, also where the quota is an account's. */
const guest: PlanHolder = { role: 'anon', ownLimits: null }

/** The whole set against the plan of whoever sends it, the bytes against the quota of its owner, and of its network while that is all that is known. */
export async function reserveMoreOfOwner(tx: Transaction, { upload, actor, have, added }: Growing): Promise<owners.OwnerRow> {
  const owner = (await owners.lockOwner(tx, upload.ownerId))!
  await checkMaySendAs(tx, owner, actor.userId)
  const sender = upload.authorId || actor.kind === 'user' ? owner : guest
  checkFileSet([...have, ...added], planOf(sender), planRole(sender.role))
  const bytes = totalBytes(added)
  owners.checkQuota(owner, bytes)
  const { networkKey } = upload
  if (!upload.isVerified) await checkUnverified(tx, { owner, networkKey, bytes, files: added.length, uploads: 0 })
  await owners.reserve(tx, owner.id, bytes)
  return owner
}

/** Whose quota what is begun takes, where more than the browser is known by now; an address is held. Comes before the upload's row. */
export async function knownOwner(
  tx: Transaction,
  { actor, browserHash, sender, now }: { actor: Actor; browserHash: string; sender: string | undefined; now: Date },
): Promise<string | null> {
  if (actor.kind === 'user') return actor.ownerId
  if (!sender || !(await isVerified(tx, browserHash, sender, now))) return null
  await owners.holdAddress(tx, sender)
  return (await ownerOfAddress(tx, sender)).ownerId
}

/** What a guest began moves to who the guest turned out to be: quota and time are theirs from now on. */
export async function moveToSender(tx: Transaction, upload: UploadRow, ownerId: string, now: Date): Promise<UploadRow> {
  if (upload.ownerId === ownerId || upload.authorId) return upload
  const owner = (await owners.lockOwners(tx, [ownerId, upload.ownerId])).get(ownerId)!
  owners.checkMaySend(owner)
  await owners.checkMonth(tx, owner, now)
  owners.checkQuota(owner, upload.declaredBytes)
  await checkOpenUploads(tx, owner)
  await owners.release(tx, upload.ownerId, { reservedBytes: upload.declaredBytes })
  await owners.reserve(tx, ownerId, upload.declaredBytes)
  const moved = { ownerId, isVerified: true, expiresAt: addSeconds(now, uploadKeptSeconds) }
  await updateUpload(tx, upload.id, moved)
  return { ...upload, ...moved }
}
