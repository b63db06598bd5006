/**
 * The receipt of whoever has sent files, once all of them are durable (R2). An address that nobody has proven is told that something came,
 * and no word of whoever typed it (R41). What its mailbox has no space for waits, and is told together.
 */
import { MailRefused } from '../../adapters/mail/mail.ts'
import { inTransaction } from '../../db/connect.ts'
import { addJob, type JobTry } from '../../jobs/queue.ts'
import { requestLink } from '../../links.ts'
import type { Services } from '../../services.ts'
import { brandOfMail } from '../branding/index.ts'
import { originOfOwner, senderOfOwner } from '../domains/index.ts'
import { askToMail, laterSeconds, type MailPass, sendMail } from '../mails/index.ts'
import { bareReceiptMail, receiptMail } from './emails-receipt.tsx'
import { receiptJob, receiptKey } from './job-names.ts'
import { type Requester, requesterOf } from './mail-requester.ts'
import { documentsOf, findRequest, type RequestRow } from './queries.ts'
import * as queries from './queries-notices.ts'
import { filesInReceipt, findSubmission, type SubmissionRow, sentFiles } from './queries-submissions.ts'
import { findSupplier } from './queries-suppliers.ts'
import { stillNeeded } from './slots.ts'
import { supplierToken } from './supplier-token.ts'

type Due = { submission: SubmissionRow; request: RequestRow; requester: Requester; pass: MailPass }

/** Null where it is told by another one's, is not wanted, or comes later. */
async function dueReceipt(services: Services, submissionId: string, tried: JobTry): Promise<Due | null> {
  return inTransaction(services.db, async (tx) => {
    const submission = await findSubmission(tx, { id: submissionId })
    const request = submission && (await findRequest(tx, { id: submission.requestId }))
    const requester = request && (await requesterOf(tx, request))
    if (!submission?.email || submission.receiptState !== 'due' || !request || request.takenDown || !requester) return null
    const { email: to, receiptIn } = submission
    // Another one's job has it.
    if (receiptIn && receiptIn !== submissionId) return null
    const sender = { email: requester.email, authorId: requester.userId }
    const pass = await askToMail(tx, services, { kind: 'submissionReceipt', to, sender, hasTurn: tried.attempt > 1 })
    if (pass === 'refused') await queries.dropReceipt(tx, submissionId)
    else if (pass === 'full')
      await addJob(tx, receiptJob, { submissionId }, { key: receiptKey(submissionId), afterSeconds: laterSeconds })
    else if (await queries.gatherReceipts(tx, { ...submission, email: to })) return { submission, request, requester, pass }
    return null
  })
}

async function written(services: Services, { submission, request, requester, pass }: Due) {
  const { db, config, secrets } = services
  const { id, language, supplierId } = submission
  const common = { language, productName: config.productName, requester, refuseLink: pass.refuseLink }
  const received = await queries.submissionsInReceipt(db, id)
  if (received.length === 0) return null
  const origin = await originOfOwner({ db, config }, request.ownerId)
  if (!submission.isEmailProven) return bareReceiptMail({ ...common, link: requestLink(origin, request.slug), received })
  const supplier = await findSupplier(db, { id: supplierId })
  const token = supplier?.tokenHash ? supplierToken(secrets.link, supplierId) : undefined
  const files = await filesInReceipt(db, id)
  const missing = stillNeeded(await documentsOf(db, request.id), await sentFiles(db, request.id, supplierId))
  return receiptMail({
    ...common,
    brand: await brandOfMail(services, request.ownerId, language),
    link: requestLink(origin, request.slug, token),
    title: request.title,
    files,
    receivedAt: received[0]!.receivedAt,
    stillNeeded: missing,
  })
}

export async function mailReceipt(services: Services, submissionId: string, tried: JobTry): Promise<void> {
  const due = await dueReceipt(services, submissionId, tried)
  const mail = due && (await written(services, due))
  if (!due) return
  try {
    if (mail)
      await sendMail(services, due.pass, {
        ...mail,
        ...(await senderOfOwner(services, due.request.ownerId)),
        id: `submission-${submissionId}`,
      })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
  }
  await queries.closeReceipt(services.db, submissionId)
}
