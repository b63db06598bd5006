/** All files of a submission are durable: it counts from now on, is announced, and its sender gets a receipt. */
import type { Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { notify } from '../notifications/index.ts'
import { activate } from '../transfers/index.ts'
import { announceJob, announceKey, gatherSeconds, inspectJob, receiptJob, receiptKey } from './job-names.ts'
import { findRequest } from './queries.ts'
import { markReceived } from './queries-submissions.ts'
import { findSupplier } from './queries-suppliers.ts'
import { tellSubmitted } from './tell-programs.ts'

/** In the transaction in which the upload becomes complete; nothing where it was received before. */
export async function receiveSubmission(
  tx: Transaction,
  services: Pick<Services, 'clock' | 'metrics' | 'config'>,
  uploadId: string,
): Promise<void> {
  const { clock, metrics } = services
  const now = clock()
  const submission = await markReceived(tx, uploadId, now)
  const transfer = submission && (await activate(tx, uploadId, now))
  const request = submission && (await findRequest(tx, { id: submission.requestId }))
  if (!transfer || !request) return
  metrics.count('submissionsReceived')
  const supplier = await findSupplier(tx, { id: submission.supplierId })
  await notify(tx, {
    transferId: transfer.id,
    kind: 'submitted',
    at: now,
    recipientEmail: supplier?.email || transfer.senderName,
    reason: request.title || undefined,
  })
  await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug: request.slug })
  if (supplier) await tellSubmitted(tx, services, { request, supplier, submission, transfer })
  const { id: submissionId } = submission
  await addJob(tx, inspectJob, { submissionId }, { key: `inspect:${submissionId}` })
  if (submission.receiptState === 'due') await addJob(tx, receiptJob, { submissionId }, { key: receiptKey(submissionId) })
  if (request.notifyOnUpload)
    await addJob(tx, announceJob, { requestId: request.id }, { key: announceKey(request.id), afterSeconds: gatherSeconds })
}
