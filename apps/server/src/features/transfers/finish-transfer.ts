import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { completeUpload } from '../uploads/index.ts'
import { confirmSenderJob, mailRecipientJob } from './job-names.ts'
import * as queries from './queries.ts'

/** Completes the upload if it is whole; in the same transaction the transfer becomes visible and its mails are queued. */
export async function finishTransfer(services: Services, uploadId: string): Promise<void> {
  await completeUpload(services, uploadId, async (tx) => {
    const transfer = await queries.activate(tx, uploadId, services.clock())
    if (!transfer) return
    for (const { id } of await queries.recipientsOf(tx, transfer.id))
      await addJob(tx, mailRecipientJob, { recipientId: id }, { key: `mail:${id}` })
    await addJob(tx, confirmSenderJob, { transferId: transfer.id }, { key: `confirm:${transfer.id}` })
  })
}
