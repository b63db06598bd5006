/** Storage for uploads of a file request: begun by strangers, kept in the requester's (R4). */
import { Problem } from '@sampan/contract/errors'
import { requestLimits } from '@sampan/contract/limits'
import { planOf, planRole } from '@sampan/contract/plans'
import { checkFileSet, countFiles, type SizedPath, totalBytes } from '@sampan/contract/rules/file-set'
import type { Transaction } from '../../db/connect.ts'
import { checkQuota, isSuspended, lockOwner, type OwnerRow, reserve } from '../owners/index.ts'
import type { UploadPurpose } from '../uploads/index.ts'
import { openOfSupplier, type RequestSender } from './queries-strangers.ts'
import { checkStrangers } from './strangers-share.ts'

/** In the words of a stranger, who has no plan here: what is too much, and that there is no storage left. */
function checkOwner(owner: OwnerRow, files: readonly SizedPath[], addedBytes: number): void {
  if (isSuspended(owner.status)) throw new Problem('requestClosed')
  const role = planRole(owner.role)
  const plan = planOf(owner)
  const { files: limit, uploadBytes: limitBytes } = plan
  if (countFiles(files) > limit) throw new Problem('tooManyForRequest', { limit, over: countFiles(files) - limit })
  const overBytes = totalBytes(files) - limitBytes
  if (overBytes > 0) throw new Problem('requestTooLarge', { limitBytes, overBytes })
  // Whatever the requester may send: what strangers may not send they may not send here (R28).
  checkFileSet(files, { ...plan, anyFileType: false }, role)
  try {
    checkQuota(owner, addedBytes)
  } catch (error) {
    throw error instanceof Problem && error.code === 'storageFull' ? new Problem('requesterStorageFull') : error
  }
}

type Reserved = ReturnType<UploadPurpose['reserve']>
type Begun = { ownerId: string; sender: RequestSender; files: readonly SizedPath[]; networkKey: string; now: Date }

/** The request is locked. */
export async function reserveForRequest(tx: Transaction, { ownerId, sender, files, networkKey, now }: Begun): Reserved {
  const { requestId, supplierId, browserHash } = sender
  const owner = (await lockOwner(tx, ownerId))!
  const bytes = totalBytes(files)
  checkOwner(owner, files, bytes)
  const asked = { requestId, browserHash, networkKey, now }
  if (!supplierId) await checkStrangers(tx, owner, { ...asked, growing: null, addedBytes: bytes, wholeBytes: bytes })
  // Strangers hold nobody back who was asked by name.
  else if ((await openOfSupplier(tx, requestId, supplierId)) >= requestLimits.openUploadsPerBrowser)
    throw new Problem('tooManyOpen')
  await reserve(tx, owner.id, bytes)
  const reservation = { authorId: null, isVerified: supplierId !== null, purposeId: requestId, purposeOf: supplierId }
  return { owner, reservation }
}

type Growing = Omit<Parameters<NonNullable<UploadPurpose['reserveMore']>>[1], 'actor'> & { ownerId: string }

/** The same of files that are added. */
export async function reserveMoreForRequest(tx: Transaction, { ownerId, upload, have, added, now }: Growing): Promise<OwnerRow> {
  const files = [...have, ...added]
  const owner = (await lockOwner(tx, ownerId))!
  const addedBytes = totalBytes(added)
  checkOwner(owner, files, addedBytes)
  const { purposeId, browserHash, networkKey } = upload
  const asked = { requestId: purposeId!, browserHash, networkKey, growing: upload.id, now }
  if (!upload.isVerified) await checkStrangers(tx, owner, { ...asked, addedBytes, wholeBytes: totalBytes(files) })
  await reserve(tx, owner.id, addedBytes)
  return owner
}
