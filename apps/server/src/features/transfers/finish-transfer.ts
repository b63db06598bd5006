import type { Transaction } from '../../db/connect.ts'
import { addJob, hasJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { addEvents } from '../timeline/index.ts'
import { tellWebhooks, transferFacts } from '../webhooks/index.ts'
import { confirmSenderJob, mailKey, mailRecipientJob } from './job-names.ts'
import * as queries from './queries.ts'

/** Its upload is complete, in this transaction or before: it becomes visible and its mails are queued; nothing where its transfer is not uploading (any more). */
export async function activateTransfer(
  tx: Transaction,
  services: Pick<Services, 'clock' | 'config'>,
  uploadId: string,
): Promise<void> {
  const transfer = await queries.activate(tx, uploadId, services.clock())
  if (!transfer) return
  await queueMails(tx, transfer.id)
  await addEvents(tx, transfer, [{ kind: 'sent', actor: 'sender', at: transfer.sentAt }])
  await tellWebhooks(tx, services, {
    ownerId: transfer.ownerId,
    type: 'transfer.sent',
    at: transfer.sentAt,
    data: async (origin) => ({
      transfer: transferFacts(origin, transfer),
      senderEmail: transfer.senderEmail,
      recipientCount: (await queries.recipientsOf(tx, transfer.id)).length,
    }),
  })
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
