/** The mails about time. Each may run twice: it looks again whether it is still due, and its Message-ID makes the second one harmless. */
import { addSeconds } from '../../add-seconds.ts'
import { handleJob, type JobHandler, type JobTry, jobName, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { brandOfMail } from '../branding/index.ts'
import { senderOfOwner } from '../domains/index.ts'
import { askOrLater, sendMail, sendOwnMail } from '../mails/index.ts'
import { ownerStatusOf } from '../owners/index.ts'
import {
  downloadsLeft,
  findRecipient,
  findTransfer,
  hasWaiting,
  linkFor,
  mayExtend,
  readerLanguage,
  reopenedJob,
  senderOf,
  type TransferRow,
} from '../transfers/index.ts'
import { askedMail, expiringMail, extendedMail, reminderMail, timeRequestedMail } from './emails.tsx'
import { extensionLink } from './extension-token.ts'
import {
  askSenderJob,
  askSenderKey,
  notifyReceiverJob,
  notifyReceiverKey,
  notifySenderJob,
  remindJob,
  remindKey,
} from './job-names.ts'
import { notifyExpiry } from './notify-expiry.ts'
import { notifyOfReopened } from './notify-waiting.ts'
import * as queries from './queries.ts'

const nameOf = ({ title, fileName, fileCount }: TransferRow) =>
  title ? { title, fileCount: null } : { title: fileName, fileCount }

/** By whom a mail can be refused that speaks for the sender. */
const senderIn = ({ senderEmail: email, authorId }: TransferRow) => ({ email, authorId })

/** Its sender may have given it meanwhile. */
function isStillAsked({ request, transfer }: queries.FoundTimeRequest, mayHaveTime: boolean): boolean {
  if (request.about === 'moreTime') return !request.extendedAt && mayHaveTime
  if (transfer.state !== 'active') return false
  return request.about === 'password' ? transfer.passwordHash !== null : downloadsLeft(transfer) === 0
}

async function askSender(services: Services, requestId: string, tried: JobTry): Promise<void> {
  const { db, clock, config, secrets } = services
  const found = await queries.findAsked(db, { id: requestId })
  if (!found || !isStillAsked(found, mayExtend(found.transfer, config, clock()))) return
  const { transfer, request } = found
  const { about } = request
  const { email: to, language, link } = await senderOf(services, db, transfer)
  // Anybody with the link may ask, under any address.
  const addressed = { kind: 'moreTimeAsked', to, sender: { email: request.email, authorId: null } } as const
  const again = { job: askSenderJob, payload: { requestId }, key: askSenderKey(requestId) }
  const pass = await askOrLater(services, addressed, tried, again)
  if (!pass) return
  const asked = {
    ...nameOf(transfer),
    language,
    productName: config.productName,
    email: request.email,
    note: request.note,
    refuseLink: pass.refuseLink,
  }
  const mail =
    about === 'moreTime'
      ? timeRequestedMail({
          ...asked,
          link: extensionLink(config, secrets.link, requestId),
          expiredAt: transfer.expiresAt,
          deadAt: addSeconds(transfer.expiresAt, config.graceSeconds),
        })
      : askedMail({ ...asked, link, about })
  await sendMail(services, pass, { ...mail, id: `time-${requestId}`, replyTo: request.email })
}

async function notifyReceiver(services: Services, requestId: string, tried: JobTry): Promise<void> {
  const { db, clock, config } = services
  const found = await queries.findAsked(db, { id: requestId })
  if (!found?.request.extendedAt || found.transfer.state !== 'active' || found.transfer.expiresAt <= clock()) return
  const { transfer, request } = found
  const about = request.about === 'moreDownloads' ? 'moreDownloads' : 'moreTime'
  if (about === 'moreDownloads' && downloadsLeft(transfer) === 0) return
  const recipient = request.recipientId ? await findRecipient(db, { id: request.recipientId }) : null
  // Taken out or corrected meanwhile: their link is no more.
  if (recipient === undefined) return
  const addressed = { kind: 'moreTimeGiven', to: request.email, sender: senderIn(transfer) } as const
  const again = { job: notifyReceiverJob, payload: { requestId }, key: notifyReceiverKey(requestId) }
  const pass = await askOrLater(services, addressed, tried, again)
  if (!pass) return
  const mail = extendedMail({
    ...nameOf(transfer),
    about,
    language: request.language,
    productName: config.productName,
    brand: await brandOfMail(services, transfer.ownerId, request.language),
    link: await linkFor(services, transfer, recipient),
    senderEmail: transfer.senderEmail,
    expiresAt: transfer.expiresAt,
    refuseLink: pass.refuseLink,
  })
  await sendMail(services, pass, {
    ...mail,
    ...(await senderOfOwner(services, transfer.ownerId)),
    id: `extended-${requestId}`,
    replyTo: transfer.senderEmail,
  })
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
  await sendOwnMail(services, 'transferEnding', { ...mail, id: `expiring-${transferId}-${transfer.expiresAt.getTime()}`, to })
}

async function remind(services: Services, recipientId: string, tried: JobTry): Promise<void> {
  const { db, clock, config } = services
  const recipient = await findRecipient(db, { id: recipientId })
  const transfer = recipient && (await findTransfer(db, { id: recipient.transferId }))
  if (!transfer || recipient.downloadedAt || !isEnding(transfer, clock())) return
  if ((await ownerStatusOf(db, transfer.ownerId)) === 'revoke') return
  const addressed = { kind: 'transferReminder', to: recipient.email, sender: senderIn(transfer) } as const
  const pass = await askOrLater(services, addressed, tried, {
    job: remindJob,
    payload: { recipientId },
    key: remindKey(recipientId),
  })
  if (!pass) return
  const language = await readerLanguage(db, recipient, transfer)
  const mail = reminderMail({
    ...nameOf(transfer),
    language,
    productName: config.productName,
    brand: await brandOfMail(services, transfer.ownerId, language),
    link: await linkFor(services, transfer, recipient),
    senderEmail: transfer.senderEmail,
    expiresAt: transfer.expiresAt,
    hasPassword: transfer.passwordHash !== null,
    refuseLink: pass.refuseLink,
  })
  const id = `ending-${recipientId}-${transfer.expiresAt.getTime()}`
  await sendMail(services, pass, {
    ...mail,
    ...(await senderOfOwner(services, transfer.ownerId)),
    id,
    replyTo: transfer.senderEmail,
  })
}

export const extensionJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [
    handleJob(askSenderJob, ({ requestId }, tried) => askSender(services, requestId, tried)),
    handleJob(notifyReceiverJob, ({ requestId }, tried) => notifyReceiver(services, requestId, tried)),
    handleJob(reopenedJob, ({ transferId }) => notifyOfReopened(services, transferId)),
    handleJob(notifySenderJob, ({ transferId }) => notifySender(services, transferId)),
    handleJob(remindJob, ({ recipientId }, tried) => remind(services, recipientId, tried)),
  ],
  timed: [{ ...handleJob(jobName('extension:tellExpiry'), () => notifyExpiry(services)), everyMinutes: 30 }],
})
