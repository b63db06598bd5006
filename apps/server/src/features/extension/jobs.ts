/** The mails about time. Each may run twice: it looks again whether it is still due, and its Message-ID makes the second one harmless. */
import { addSeconds } from '../../add-seconds.ts'
import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import { messageIdOf } from '../../links.ts'
import type { RenderedMail } from '../../mail-layout/render-mail.tsx'
import type { Services } from '../../services.ts'
import { ownerStatusOf } from '../owners/index.ts'
import {
  findRecipient,
  findTransfer,
  hasWaiting,
  linkFor,
  mayExtend,
  reopenedJob,
  senderOf,
  type TransferRow,
} from '../transfers/index.ts'
import { expiringMail, extendedMail, reminderMail, timeRequestedMail } from './emails.tsx'
import { extensionLink } from './extension-token.ts'
import { askSenderJob, notifyReceiverJob, notifySenderJob, remindJob } from './job-names.ts'
import { notifyExpiry } from './notify-expiry.ts'
import { notifyOfReopened } from './notify-waiting.ts'
import * as queries from './queries.ts'

const nameOf = ({ title, fileName, fileCount }: TransferRow) => ({ title: title || fileName, fileCount })

type To = { id: string; to: string; replyTo?: string }

const post = (services: Services, mail: RenderedMail, { id, ...to }: To): Promise<void> => {
  const { config, mailer } = services
  return mailer.send({ ...mail, ...to, messageId: messageIdOf(config, id), fromName: config.productName })
}

async function askSender(services: Services, requestId: string): Promise<void> {
  const { db, clock, config, secrets } = services
  const found = await queries.findAsked(db, { id: requestId })
  if (!found || found.request.extendedAt || !mayExtend(found.transfer, config, clock())) return
  const { transfer, request } = found
  const { email: to, language } = await senderOf(services, db, transfer)
  const mail = await timeRequestedMail({
    ...nameOf(transfer),
    language,
    productName: config.productName,
    link: extensionLink(config, secrets.link, requestId),
    email: request.email,
    note: request.note,
    expiredAt: transfer.expiresAt,
    deadAt: addSeconds(transfer.expiresAt, config.graceSeconds),
  })
  await post(services, mail, { id: `time-${requestId}`, to, replyTo: request.email })
}

async function notifyReceiver(services: Services, requestId: string): Promise<void> {
  const { db, clock, config } = services
  const found = await queries.findAsked(db, { id: requestId })
  if (!found?.request.extendedAt || found.transfer.state !== 'active' || found.transfer.expiresAt <= clock()) return
  const { transfer, request } = found
  const recipient = request.recipientId ? await findRecipient(db, { id: request.recipientId }) : null
  // Taken out or corrected meanwhile: their link is no more.
  if (recipient === undefined) return
  const mail = await extendedMail({
    ...nameOf(transfer),
    language: request.language,
    productName: config.productName,
    link: linkFor(services, transfer.slug, recipient),
    senderEmail: transfer.senderEmail,
    expiresAt: transfer.expiresAt,
  })
  await post(services, mail, { id: `extended-${requestId}`, to: request.email, replyTo: transfer.senderEmail })
}

/** What was closed meanwhile is not told of. */
const isEnding = ({ state, expiresAt }: TransferRow, now: Date): boolean => state === 'active' && expiresAt > now

async function notifySender(services: Services, transferId: string): Promise<void> {
  const { db, clock, config } = services
  const transfer = await findTransfer(db, { id: transferId })
  if (!transfer || transfer.downloadCount > 0 || !isEnding(transfer, clock())) return
  if ((await ownerStatusOf(db, transfer.ownerId)) === 'revoke') return
  const { email: to, language, link, tellsExpiry } = await senderOf(services, db, transfer)
  if (!tellsExpiry) return
  const mail = await expiringMail({
    ...nameOf(transfer),
    language,
    productName: config.productName,
    link,
    expiresAt: transfer.expiresAt,
    isFromAccount: transfer.authorId !== null,
    remindsRecipients: await hasWaiting(db, transferId),
  })
  await post(services, mail, { id: `expiring-${transferId}-${transfer.expiresAt.getTime()}`, to })
}

async function remind(services: Services, recipientId: string): Promise<void> {
  const { db, clock, config } = services
  const recipient = await findRecipient(db, { id: recipientId })
  const transfer = recipient && (await findTransfer(db, { id: recipient.transferId }))
  if (!transfer || recipient.downloadedAt || !isEnding(transfer, clock())) return
  if ((await ownerStatusOf(db, transfer.ownerId)) === 'revoke') return
  const mail = await reminderMail({
    ...nameOf(transfer),
    language: transfer.language,
    productName: config.productName,
    link: linkFor(services, transfer.slug, recipient),
    senderEmail: transfer.senderEmail,
    expiresAt: transfer.expiresAt,
    hasPassword: transfer.passwordHash !== null,
  })
  await post(services, mail, {
    id: `ending-${recipientId}-${transfer.expiresAt.getTime()}`,
    to: recipient.email,
    replyTo: transfer.senderEmail,
  })
}

export const extensionJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [
    handleJob(askSenderJob, ({ requestId }) => askSender(services, requestId)),
    handleJob(notifyReceiverJob, ({ requestId }) => notifyReceiver(services, requestId)),
    handleJob(reopenedJob, ({ transferId }) => notifyOfReopened(services, transferId)),
    handleJob(notifySenderJob, ({ transferId }) => notifySender(services, transferId)),
    handleJob(remindJob, ({ recipientId }) => remind(services, recipientId)),
  ],
  timed: [{ ...handleJob(jobName('extension:tellExpiry'), () => notifyExpiry(services)), everyMinutes: 30 }],
})
