/** What the queue does for transfers: their mails, and what becomes of them in the end. */
import { expirySeconds } from '@sampan/contract/plans'
import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { sendOwnMail } from '../mails/index.ts'
import { confirmationMail } from './emails.tsx'
import { eraseDueHandler } from './erase-transfers.ts'
import { forgetLeft } from './forget-left.ts'
import { hardDeleteHandler } from './hard-delete-transfers.ts'
import { confirmSenderJob, joinedMailJob, joinMailsJob, mailRecipientJob } from './job-names.ts'
import { joinMails, mailJoined } from './join-mails.ts'
import { linkUrlOf } from './list-transfers.ts'
import { mailRecipient } from './mail-recipient.ts'
import { purgeTransfers } from './purge-transfers.ts'
import * as queries from './queries.ts'
import { senderOf } from './sender-of.ts'
import { tellStalled } from './tell-stalled.ts'

const isHardDeleted = ({ state, deletedFrom }: queries.TransferRow): boolean => state === 'deleted' && deletedFrom === null

async function confirmSender(services: Services, transferId: string): Promise<void> {
  const transfer = await queries.findTransfer(services.db, { id: transferId })
  if (!transfer || isHardDeleted(transfer)) return
  const { productName } = services.config
  const { fileCount, totalBytes, expiresAt, fileName, title, message, language } = transfer
  const { email: to, link: senderLink } = await senderOf(services, services.db, transfer)
  const mail = await confirmationMail({
    recipients: (await queries.recipientsOf(services.db, transferId)).map(({ email }) => email),
    link: transfer.sendAs === 'link' ? await linkUrlOf(services, transfer) : null,
    fileCount,
    totalBytes,
    expiresAt,
    neverExpires: transfer.expirySeconds >= expirySeconds.never,
    fileName,
    title,
    files: await queries.filesOfTransfer(services.db, transferId),
    message,
    isNotified: transfer.notifyOnDownload,
    isFromAccount: transfer.authorId !== null,
    senderLink,
    language,
    productName,
  })
  await sendOwnMail(services, 'transferSent', { ...mail, id: `confirm-${transferId}`, to })
}

export function transferJobs(services: Services): { jobs: JobHandler[]; timed: TimedJob[] } {
  return {
    jobs: [
      handleJob(mailRecipientJob, (payload, tried) => mailRecipient(services, payload, tried)),
      handleJob(joinMailsJob, ({ mailbox }) => joinMails(services, mailbox)),
      handleJob(joinedMailJob, (payload, tried) => mailJoined(services, payload, tried)),
      handleJob(confirmSenderJob, ({ transferId }) => confirmSender(services, transferId)),
      hardDeleteHandler(services),
      eraseDueHandler(services),
    ],
    timed: [
      { ...handleJob(jobName('transfers:purge'), () => purgeTransfers(services)), everyMinutes: 1 },
      { ...handleJob(jobName('transfers:forget'), () => forgetLeft(services)), everyMinutes: 60 },
      { ...handleJob(jobName('transfers:stalled'), () => tellStalled(services)), everyMinutes: 1 },
    ],
  }
}
