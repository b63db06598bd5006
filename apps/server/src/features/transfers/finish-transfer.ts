import type { Transaction } from '../../db/connect.ts'
import { addJob, hasJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { ownerStatusOf } from '../owners/index.ts'
import { addEvent } from '../timeline/index.ts'
import { completeUpload, uploadFeature } from '../uploads/index.ts'
import { confirmSenderJob, mailKey, mailRecipientJob } from './job-names.ts'
import * as queries from './queries.ts'
import { isSuspended, whileSuspendedSeconds } from './transfer-status.ts'

/**
 * Completes the upload if it is whole; in the same transaction the transfer becomes visible and its mails are queued. While its
 * sender is suspended it waits, until its upload is given up (R27).
 */
export async function finishTransfer(services: Services, uploadId: string): Promise<void> {
  const { db } = services
  const transfer = await queries.findTransfer(db, { uploadId })
  if (transfer?.state === 'uploading' && isSuspended((await ownerStatusOf(db, transfer.ownerId))!))
    return uploadFeature.queueFinish(db, uploadId, whileSuspendedSeconds)
  await completeUpload(services, uploadId, (tx) => activateTransfer(tx, services, uploadId))
}

/** For an upload that is complete; nothing where its transfer is not uploading (any more). */
export async function activateTransfer(tx: Transaction, { clock }: Pick<Services, 'clock'>, uploadId: string): Promise<void> {
  const transfer = await queries.activate(tx, uploadId, clock())
  if (!transfer) return
  await queueMails(tx, transfer.id)
  await addEvent(tx, { transferId: transfer.id, kind: 'sent', actor: 'sender', at: transfer.sentAt })
  await addJob(tx, confirmSenderJob, { transferId: transfer.id }, { key: `confirm:${transfer.id}` })
}

/** A mail for each recipient who has none; one that is under way is not begun again, nor are its tries. */
export async function queueMails(tx: Transaction, transferId: string): Promise<void> {
  for (const { id, mailState } of await queries.recipientsOf(tx, transferId)) {
    const key = mailKey(id)
    const isWaiting = mailState === 'queued' || mailState === 'deferred'
    if (isWaiting && !(await hasJob(tx, key))) await addJob(tx, mailRecipientJob, { recipientId: id }, { key })
  }
}
