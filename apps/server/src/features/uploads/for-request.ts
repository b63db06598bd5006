/** Uploads that bring files to a file request: begun by strangers, kept in the requester's storage (R4). */
import { Problem } from '@sampan/contract/errors'
import { requestLimits } from '@sampan/contract/limits'
import { planOf, planRole } from '@sampan/contract/plans'
import { checkFileSet, countFiles, type SizedPath, totalBytes } from '@sampan/contract/rules/file-set'
import type { Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import type { Ticket } from '../../http/ticket.ts'
import { checkQuota, isSuspended, lockOwner, type OwnerRow, reserve } from '../owners/index.ts'
import type { UploadRow } from './queries.ts'
import { openOfSupplier } from './queries-strangers.ts'
import type { Reservation, Reserved } from './reserve-quota.ts'
import { checkStrangers } from './strangers-share.ts'

export type RequestTicket = Extract<Ticket, { kind: 'request' }>
type Asked = { slug: string; user?: string | undefined; unlocked: string | null }
/** What a file request holds its uploads to is another feature's; app.ts hands it in. */
export type RequestRules = {
  requestRules: {
    /** For whoever may send to that request now; throws as its page would answer. */
    ticketFor(actor: Actor, asked: Asked): Promise<RequestTicket>
    /** Comes before every lock of its uploads. */
    lock(tx: Transaction, requestId: string): Promise<void>
    /** Throws unless the request takes these files, all that the upload has, from there and now. Its row is locked. */
    check(tx: Transaction, ticket: Omit<RequestTicket, 'kind'>, files: readonly SizedPath[]): Promise<Taking>
    /** Throws where not even what was begun may go on. */
    mayGoOn(requestId: string): Promise<void>
  }
}
/** Whose storage it is, and whether the sender was asked by name; others are strangers. */
type Taking = { ownerId: string; isInvited: boolean }
type RequestReservation = Reservation & { forRequestId: string; forSupplierId: string | null }

/** In the words of a stranger, who has no plan here: what is too much, and that there is no storage left. */
function checkOwner(owner: OwnerRow, files: readonly SizedPath[], addedBytes: number): void {
  if (isSuspended(owner.status)) throw new Problem('requestClosed')
  const role = planRole(owner.role)
  const { files: limit, uploadBytes: limitBytes } = planOf(role)
  if (countFiles(files) > limit) throw new Problem('tooManyForRequest', { limit, over: countFiles(files) - limit })
  const overBytes = totalBytes(files) - limitBytes
  if (overBytes > 0) throw new Problem('requestTooLarge', { limitBytes, overBytes })
  // Whatever the requester may send: what strangers may not send they may not send here (R28).
  checkFileSet(files, { ...planOf(role), anyFileType: false }, role)
  try {
    checkQuota(owner, addedBytes)
  } catch (error) {
    throw error instanceof Problem && error.code === 'storageFull' ? new Problem('requesterStorageFull') : error
  }
}

export async function reserveForRequest(
  tx: Transaction,
  { requestRules }: RequestRules,
  ticket: RequestTicket,
  { files, networkKey, now }: { files: readonly SizedPath[]; networkKey: string; now: Date },
): Promise<Reserved<RequestReservation>> {
  const { ownerId, isInvited } = await requestRules.check(tx, ticket, files)
  const owner = (await lockOwner(tx, ownerId))!
  const bytes = totalBytes(files)
  checkOwner(owner, files, bytes)
  if (!isInvited)
    await checkStrangers(tx, owner, { ...ticket, networkKey, growing: null, addedBytes: bytes, wholeBytes: bytes, now })
  // Strangers hold nobody back who was asked by name.
  else if ((await openOfSupplier(tx, ticket.supplierId!)) >= requestLimits.openUploadsPerBrowser) throw new Problem('tooManyOpen')
  await reserve(tx, owner.id, bytes)
  const { requestId: forRequestId, supplierId: forSupplierId } = ticket
  return { owner, reservation: { authorId: null, isVerified: isInvited, forRequestId, forSupplierId } }
}

type More = {
  upload: Pick<UploadRow, 'id' | 'forRequestId' | 'forSupplierId' | 'browserHash' | 'networkKey' | 'isVerified'>
  have: readonly SizedPath[]
  added: readonly SizedPath[]
  now: Date
}

export async function reserveMoreForRequest(
  tx: Transaction,
  { requestRules }: RequestRules,
  { upload, have, added, now }: More,
): Promise<OwnerRow> {
  const files = [...have, ...added]
  const [requestId, supplierId] = [upload.forRequestId!, upload.forSupplierId]
  const { ownerId } = await requestRules.check(tx, { browserHash: upload.browserHash, requestId, supplierId }, files)
  const owner = (await lockOwner(tx, ownerId))!
  const addedBytes = totalBytes(added)
  checkOwner(owner, files, addedBytes)
  if (!upload.isVerified)
    await checkStrangers(tx, owner, {
      ...upload,
      requestId,
      growing: upload.id,
      addedBytes,
      wholeBytes: totalBytes(files),
      now,
    })
  await reserve(tx, owner.id, addedBytes)
  return owner
}
