/** Quota for an upload: under the account, the verified address, or the browser whose sender is not known yet (U8). */
import { uploadKeptSeconds } from '@sampan/contract/limits'
import { planOf, planRole } from '@sampan/contract/plans'
import { checkFileSet, totalBytes } from '@sampan/contract/rules/file-set'
import { addSeconds } from '../../add-seconds.ts'
import type { Transaction } from '../../db/connect.ts'
import type { Actor, SignedIn } from '../../http/actor.ts'
import { isVerified } from '../verification/index.ts'
import { checkOpenUploads, checkUnverified } from './open-caps.ts'
import { checkMaySend, checkMonth, checkQuota } from './owner-limits.ts'
import type { NewFile } from './plan-upload.ts'
import { type UploadRow, updateUpload } from './queries.ts'
import * as queries from './queries-owners.ts'

type Asked = { actor: Actor; browserHash: string; sender: string | undefined; files: NewFile[]; now: Date }
export type Reservation = { authorId: string | null; isVerified: boolean }
export type RoomOf<R extends Reservation = Reservation> = { owner: queries.OwnerRow; space: R }

/** Throws the first limit that does not hold. A guest's files were checked before; an account's are by the role in its row. */
export async function reserveQuota(tx: Transaction, { actor, browserHash, sender, files, now }: Asked): Promise<RoomOf> {
  const bytes = totalBytes(files)
  if (actor.kind === 'user') return reserveForAccount(tx, actor, files, bytes, now)
  if (sender && (await isVerified(tx, browserHash, sender, now))) return reserveForAddress(tx, sender, bytes, now)
  return reserveForBrowser(tx, browserHash, actor.networkKey, { bytes, files: files.length })
}

async function reserveForAccount(tx: Transaction, actor: SignedIn, files: NewFile[], bytes: number, now: Date): Promise<RoomOf> {
  const owner = await queries.lockOwner(tx, actor.ownerId)
  checkMaySend(owner)
  await checkMonth(tx, owner, now)
  checkFileSet(files, planOf(owner.role), planRole(owner.role))
  checkQuota(owner, bytes)
  await queries.changeUsage(tx, owner.id, { reservedBytes: bytes })
  return { owner, space: { authorId: actor.userId, isVerified: true } }
}

/** Begun by a guest, whose browser holds it, also where the quota is an account's. */
async function reserveForAddress(tx: Transaction, email: string, bytes: number, now: Date): Promise<RoomOf> {
  await queries.holdAddress(tx, email)
  const { ownerId } = await queries.ownerOfAddress(tx, email)
  const owner = await queries.lockOwner(tx, ownerId)
  checkMaySend(owner)
  await checkMonth(tx, owner, now)
  checkQuota(owner, bytes)
  await queries.changeUsage(tx, owner.id, { reservedBytes: bytes })
  return { owner, space: { authorId: null, isVerified: true } }
}

/** Capped for the browser and for its network address. */
async function reserveForBrowser(
  tx: Transaction,
  browserHash: string,
  networkKey: string,
  { bytes, files }: { bytes: number; files: number },
): Promise<RoomOf> {
  const owner = await queries.lockOwner(tx, await queries.ensureOwner(tx, 'browser', browserHash, 'anon'))
  checkQuota(owner, bytes)
  await checkUnverified(tx, { owner, networkKey, bytes, files, uploads: 1 })
  await queries.changeUsage(tx, owner.id, { reservedBytes: bytes })
  return { owner, space: { authorId: null, isVerified: false } }
}

/** Whose quota what is begun takes, where more than the browser is known by now; an address is held. Comes before the upload's row. */
export async function knownOwner(
  tx: Transaction,
  { actor, browserHash, sender, now }: Omit<Asked, 'files'>,
): Promise<string | null> {
  if (actor.kind === 'user') return actor.ownerId
  if (!sender || !(await isVerified(tx, browserHash, sender, now))) return null
  await queries.holdAddress(tx, sender)
  return (await queries.ownerOfAddress(tx, sender)).ownerId
}

/** What a guest began moves to who the guest turned out to be: quota and time are theirs from now on. */
export async function moveToSender(tx: Transaction, upload: UploadRow, ownerId: string, now: Date): Promise<UploadRow> {
  if (upload.ownerId === ownerId || upload.authorId) return upload
  const owner = (await queries.lockOwners(tx, [ownerId, upload.ownerId])).get(ownerId)!
  checkMaySend(owner)
  await checkMonth(tx, owner, now)
  checkQuota(owner, upload.declaredBytes)
  await checkOpenUploads(tx, owner)
  await queries.changeUsage(tx, upload.ownerId, { reservedBytes: -upload.declaredBytes })
  await queries.changeUsage(tx, ownerId, { reservedBytes: upload.declaredBytes })
  const moved = { ownerId, isVerified: true, expiresAt: addSeconds(now, uploadKeptSeconds) }
  await updateUpload(tx, upload.id, moved)
  return { ...upload, ...moved }
}
