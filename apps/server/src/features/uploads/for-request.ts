/** Uploads that bring files to a file request: begun by strangers, kept in the requester's storage (R4). */
import { Problem } from '@sampan/contract/errors'
import { requestLimits } from '@sampan/contract/limits'
import { planOf, planRole } from '@sampan/contract/plans'
import { checkFileSet, countFiles, type SizedPath, totalBytes } from '@sampan/contract/rules/file-set'
import type { Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import type { Ticket } from '../../http/ticket.ts'
import { checkQuota, isSuspended, lockOwner, type OwnerRow, reserve } from '../owners/index.ts'
import { openOfRequest } from './queries-open.ts'
import type { Reservation, Reserved } from './reserve-quota.ts'

export type RequestTicket = Extract<Ticket, { kind: 'request' }>
type Asked = { slug: string; user?: string | undefined; unlocked: string | null }
/** What a file request holds its uploads to is another feature's; app.ts hands it in. */
export type RequestRules = {
  requestRules: {
    /** For whoever may send to that request now; throws as its page would answer. */
    ticketFor(actor: Actor, asked: Asked): Promise<RequestTicket>
    /** Throws unless the request takes these files, all that the upload has, now. Its row is locked. */
    check(
      tx: Transaction,
      ticket: Pick<RequestTicket, 'requestId' | 'supplierId'>,
      files: readonly SizedPath[],
    ): Promise<{ ownerId: string }>
  }
}
type RequestReservation = Reservation & { forRequestId: string; forSupplierId: string }

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

/** So many may be begun and not submitted, by all together and in one browser. The request is locked. */
async function checkOpen(tx: Transaction, { requestId, browserHash }: RequestTicket): Promise<void> {
  const open = await openOfRequest(tx, requestId, browserHash)
  if (open.all >= requestLimits.openUploads || open.ofBrowser >= requestLimits.openUploadsPerBrowser)
    throw new Problem('tooManyOpen')
}

export async function reserveForRequest(
  tx: Transaction,
  { requestRules }: RequestRules,
  ticket: RequestTicket,
  files: readonly SizedPath[],
): Promise<Reserved<RequestReservation>> {
  const { ownerId } = await requestRules.check(tx, ticket, files)
  await checkOpen(tx, ticket)
  const owner = (await lockOwner(tx, ownerId))!
  const bytes = totalBytes(files)
  checkOwner(owner, files, bytes)
  await reserve(tx, owner.id, bytes)
  const { requestId: forRequestId, supplierId: forSupplierId } = ticket
  return { owner, reservation: { authorId: null, isVerified: true, forRequestId, forSupplierId } }
}

type More = { requestId: string; supplierId: string; have: readonly SizedPath[]; added: readonly SizedPath[] }

export async function reserveMoreForRequest(
  tx: Transaction,
  { requestRules }: RequestRules,
  { requestId, supplierId, have, added }: More,
): Promise<OwnerRow> {
  const files = [...have, ...added]
  const { ownerId } = await requestRules.check(tx, { requestId, supplierId }, files)
  const owner = (await lockOwner(tx, ownerId))!
  checkOwner(owner, files, totalBytes(added))
  await reserve(tx, owner.id, totalBytes(added))
  return owner
}
