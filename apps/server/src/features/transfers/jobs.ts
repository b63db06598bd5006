/** The mails of a transfer. Each may run twice: state and Message-ID make the second harmless. */

import { downloadPath } from '@sampan/contract/paths'
import { expirySeconds } from '@sampan/contract/plans'
import { MailRefused } from '../../adapters/mail/mail.ts'
import { inTransaction } from '../../db/connect.ts'
import { addJob, giveUpKey, handleJob, type JobHandler, type JobTry, jobName, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { uploadFeature } from '../uploads/index.ts'
import { confirmationMail, recipientMail } from './emails.tsx'
import { eraseHandler } from './erase-transfers.ts'
import { finishTransfer } from './finish-transfer.ts'
import { confirmSenderJob, mailKey, mailRecipientJob } from './job-names.ts'
import { linkToken } from './link-token.ts'
import { linkUrlOf } from './list-transfers.ts'
import { purgeTransfers } from './purge-transfers.ts'
import * as queries from './queries.ts'
import { ownerStatusOf } from './queries-list.ts'
import { isSuspended, laterWhileSuspended } from './transfer-status.ts'

/** The part behind the @ of our Message-IDs. */
export const messageHost = ({ config }: Pick<Services, 'config'>): string => new URL(config.publicUrl).hostname

/**
 * The recipient and transfer of a mail that may go now. The transfer is held while this is decided: who opens its link just then
 * finds either a mail that goes or none under way, and queues it anew. While its sender is suspended the mail waits for later.
 */
function dueMail({ db, clock }: Services, recipientId: string) {
  return inTransaction(db, async (tx) => {
    const key = mailKey(recipientId)
    const recipient = await queries.findRecipient(tx, { id: recipientId })
    const transfer = recipient && (await queries.holdTransfer(tx, recipient.transferId))
    if (recipient?.mailState === 'queued' && transfer?.state === 'active') {
      if (!isSuspended(await ownerStatusOf(tx, transfer.ownerId))) return { recipient, transfer }
      if (transfer.expiresAt > clock()) {
        await addJob(tx, mailRecipientJob, { recipientId }, { key, runAt: laterWhileSuspended() })
        return null
      }
    }
    await giveUpKey(tx, key)
    return null
  })
}

async function mailRecipient(services: Services, recipientId: string, tried: JobTry): Promise<void> {
  const { db, config, secrets } = services
  const due = await dueMail(services, recipientId)
  if (!due) return
  const { recipient, transfer } = due
  const { senderEmail, senderName, company, message, fileCount, totalBytes, expiresAt, language } = transfer
  const link = new URL(downloadPath(transfer.slug, linkToken(secrets.link, recipientId)), config.publicUrl).href
  const neverExpires = transfer.expirySeconds >= expirySeconds.never
  const files = await queries.filesOfTransfer(db, transfer.id)
  const mail = await recipientMail({
    senderEmail,
    senderName,
    company,
    message,
    files,
    fileCount,
    totalBytes,
    expiresAt,
    neverExpires,
    link,
    hasPassword: transfer.passwordHash !== null,
    isNotified: transfer.notifyOnDownload,
    language,
    productName: config.productName,
  })
  try {
    await services.mailer.send({
      ...mail,
      messageId: `${recipientId}@${messageHost(services)}`,
      to: recipient.email,
      fromName: senderName ?? senderEmail,
      replyTo: senderEmail,
    })
  } catch (error) {
    const isLast = tried.attempt >= tried.maxAttempts
    if (!(error instanceof MailRefused) && !isLast) throw error
    const reason = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
    return queries.updateRecipient(db, recipientId, { mailState: 'bounced', mailReason: reason })
  }
  await queries.updateRecipient(db, recipientId, { mailState: 'sent', mailedAt: services.clock() })
}

async function confirmSender(services: Services, transferId: string): Promise<void> {
  const transfer = await queries.findTransfer(services.db, { id: transferId })
  if (!transfer) return
  const { productName } = services.config
  const { fileCount, totalBytes, expiresAt, fileName, message, language } = transfer
  const mail = await confirmationMail({
    recipients: (await queries.recipientsOf(services.db, transferId)).map(({ email }) => email),
    link: transfer.sendAs === 'link' ? linkUrlOf(services, transfer.slug) : null,
    fileCount,
    totalBytes,
    expiresAt,
    neverExpires: transfer.expirySeconds >= expirySeconds.never,
    fileName,
    message,
    isNotified: transfer.notifyOnDownload,
    isFromAccount: transfer.authorId !== null,
    language,
    productName,
  })
  await services.mailer.send({
    ...mail,
    messageId: `confirm-${transferId}@${messageHost(services)}`,
    to: transfer.senderEmail,
    fromName: productName,
  })
}

export function transferJobs(services: Services): { jobs: JobHandler[]; timed: TimedJob[] } {
  return {
    jobs: [
      handleJob(uploadFeature.finishJob, ({ uploadId }) => finishTransfer(services, uploadId)),
      handleJob(mailRecipientJob, ({ recipientId }, tried) => mailRecipient(services, recipientId, tried)),
      handleJob(confirmSenderJob, ({ transferId }) => confirmSender(services, transferId)),
      eraseHandler(services),
    ],
    timed: [{ ...handleJob(jobName('transfers:purge'), () => purgeTransfers(services)), cron: '17 * * * *' }],
  }
}
