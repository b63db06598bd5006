/**
 * A recipient's mail (T10). It may run twice: state and Message-ID make the second harmless. What the mail server said is told with the
 * recipient and in the timeline: deferred while the queue tries again, bounced once it does not.
 */
import { expirySeconds } from '@sampan/contract/plans'
import { senderValues } from '@sampan/contract/rules/sender-values'
import type { MailState } from '@sampan/contract/states'
import { MailRefused } from '../../adapters/mail/mail.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { addJob, giveUpKey, type JobTry } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { brandOfMail } from '../branding/index.ts'
import { senderOfOwner } from '../domains/index.ts'
import { askToMail, type MailPass, sendMail } from '../mails/index.ts'
import { notify } from '../notifications/index.ts'
import { isSuspended, ownerStatusOf, whileSuspendedSeconds } from '../owners/index.ts'
import { addEvent } from '../timeline/index.ts'
import { bounceAddressOf } from './bounce-address.ts'
import { type MailedTransfer, recipientMail } from './emails.tsx'
import { type MailAbout, type MailPayload, mailKey, mailRecipientJob } from './job-names.ts'
import { linkFor } from './link-for.ts'
import * as queries from './queries.ts'
import { joinedWith } from './queries-waiting.ts'
import { readerLanguage } from './reader-language.ts'
import { waitForOthers } from './wait-for-others.ts'

/** By whom a mail can be refused. */
export const mailSenderOf = ({ senderEmail: email, authorId }: queries.TransferRow) => ({ email, authorId })

export type Due = { recipient: queries.RecipientRow; transfer: queries.TransferRow }
type Ready = Due & { pass: MailPass }

/**
 * The recipient and transfer of a mail that may go now. The transfer is held while this is decided: who opens its link just then
 * finds either a mail that goes or none under way, and queues it anew. While its sender is suspended the mail waits for later.
 */
function dueMail(services: Services, payload: MailPayload, tried: JobTry): Promise<Ready | null> {
  const { db, clock } = services
  const { recipientId, hasWaited } = payload
  return inTransaction(db, async (tx) => {
    const key = mailKey(recipientId)
    const recipient = await queries.findRecipient(tx, { id: recipientId })
    const transfer = recipient && (await queries.holdTransfer(tx, recipient.transferId))
    const isWaiting = recipient?.mailState === 'queued' || recipient?.mailState === 'deferred'
    if (recipient && isWaiting && transfer?.state === 'active') {
      if (!isSuspended((await ownerStatusOf(tx, transfer.ownerId))!)) {
        const isFirstTry = recipient.mailState === 'queued' && tried.attempt === 1
        const hasTurn = hasWaited || !isFirstTry
        const [to, sender] = [recipient.email, mailSenderOf(transfer)]
        const pass = await askToMail(tx, services, { kind: 'transfer', to, sender, hasTurn })
        if (pass === 'refused') await queries.updateRecipient(tx, recipientId, { mailState: 'refused', mailReason: null })
        else if (pass === 'full') await waitForOthers(tx, recipient)
        else {
          // Under way again: nobody asks for it once more meanwhile.
          if (recipient.mailState === 'deferred') await queries.updateRecipient(tx, recipientId, { mailState: 'queued' })
          return { recipient, transfer, pass }
        }
      } else if (transfer.expiresAt > clock()) {
        await addJob(tx, mailRecipientJob, payload, { key, afterSeconds: whileSuspendedSeconds })
        return null
      }
    }
    await giveUpKey(tx, key)
    return null
  })
}

type Written = { about: MailAbout | null; refuseLink: string }

export async function mailedTransfer(
  services: Pick<Services, 'db' | 'config' | 'secrets'>,
  { recipient, transfer }: Due,
): Promise<MailedTransfer> {
  const { senderEmail, senderName, company, fileCount, totalBytes, expiresAt } = transfer
  return {
    ...senderValues(transfer),
    senderEmail,
    senderName,
    company,
    fileCount,
    totalBytes,
    expiresAt,
    neverExpires: transfer.expirySeconds >= expirySeconds.never,
    link: await linkFor(services, transfer, recipient),
    hasPassword: transfer.passwordHash !== null,
  }
}

async function render(services: Services, due: Due, { about, refuseLink }: Written) {
  const { id, ownerId } = due.transfer
  const language = await readerLanguage(services.db, due.recipient, due.transfer)
  return recipientMail({
    ...(await mailedTransfer(services, due)),
    files: await queries.filesOfTransfer(services.db, id),
    about,
    refuseLink,
    language,
    productName: services.config.productName,
    brand: await brandOfMail(services, ownerId, language),
  })
}

export async function mailRecipient(services: Services, payload: MailPayload, tried: JobTry): Promise<void> {
  const { recipientId, again, about } = payload
  const due = await dueMail(services, payload, tried)
  if (!due) return
  const mail = await render(services, due, { about: about ?? null, refuseLink: due.pass.refuseLink })
  // Taken out while it was written: it does not leave.
  if (!(await queries.findRecipient(services.db, { id: recipientId }))) return
  const { senderName, senderEmail } = due.transfer
  try {
    await sendMail(services, due.pass, {
      ...mail,
      ...(await senderOfOwner(services, due.transfer.ownerId)),
      id: `${recipientId}${again ? `.${again}` : ''}`,
      fromName: senderName ?? senderEmail,
      replyTo: senderEmail,
      returnTo: bounceAddressOf(services, due.recipient),
    })
  } catch (error) {
    const isOver = error instanceof MailRefused || tried.attempt >= tried.maxAttempts
    const reason = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
    await inTransaction<unknown>(services.db, (tx) =>
      (isOver ? noteNeverMailed : noteDeferred)(tx, due.recipient, reason, services.clock()),
    )
    if (!isOver) throw error
    return
  }
  await inTransaction(services.db, (tx) => noteMailed(tx, due.recipient, services.clock()))
}

/** Nothing is told of somebody who is gone by then: their transfer may be hard-deleted (R45). */
export async function noteMailed(tx: Transaction, recipient: queries.RecipientRow, at: Date): Promise<void> {
  await queries.holdTransferOf(tx, recipient.id)
  if (!(await queries.updateRecipient(tx, recipient.id, { mailState: 'sent', mailReason: null, mailedAt: at }))) return
  await addEvent(tx, { transferId: recipient.transferId, kind: 'mailed', actor: 'system', at, recipient })
}

/** Told once for as long as the server says the same. */
async function noteDeferred(tx: Transaction, recipient: queries.RecipientRow, reason: string, at: Date): Promise<void> {
  await queries.holdTransferOf(tx, recipient.id)
  if (!(await queries.updateRecipient(tx, recipient.id, { mailState: 'deferred', mailReason: reason }))) return
  if (recipient.mailState === 'deferred' && recipient.mailReason === reason) return
  const { transferId } = recipient
  await addEvent(tx, { transferId, kind: 'mailDeferred', actor: 'system', at, recipient, detail: { reason } })
}

/** The last word of the mail server. */
export const noteNeverMailed = (tx: Transaction, { id }: queries.RecipientRow, reason: string, at: Date): Promise<boolean> =>
  bounce(tx, id, { reason, at, from: ['queued', 'waiting'] })

/** Of what a delivery-status mail tells later. Repeating it changes nothing; false where it was known, or a new mail is under way. */
export async function noteBounce(tx: Transaction, recipientId: string, reason: string, at: Date): Promise<boolean> {
  const bounced = { reason, at, from: ['sent', 'deferred'] satisfies MailState[] }
  // Looked for before its state changes.
  const others = await joinedWith(tx, recipientId)
  if (!(await bounce(tx, recipientId, bounced))) return false
  for (const id of others) await bounce(tx, id, bounced)
  return true
}

/** The other side still tries a mail that has left; told once for as long as it says the same. */
export async function noteDelay(tx: Transaction, recipientId: string, reason: string, at: Date): Promise<boolean> {
  await queries.holdTransferOf(tx, recipientId)
  const recipient = await queries.findRecipient(tx, { id: recipientId })
  if (recipient?.mailState !== 'sent' || recipient.mailReason === reason) return false
  await queries.updateRecipient(tx, recipientId, { mailReason: reason })
  const { transferId } = recipient
  await addEvent(tx, { transferId, kind: 'mailDeferred', actor: 'system', at, recipient, detail: { reason } })
  return true
}

type Bounce = { reason: string; at: Date; from: MailState[] }

async function bounce(tx: Transaction, recipientId: string, { reason, at, from }: Bounce): Promise<boolean> {
  const recipient = await queries.markBounced(tx, recipientId, reason.slice(0, 500), from)
  if (!recipient) return false
  const { transferId, mailReason } = recipient
  await addEvent(tx, { transferId, kind: 'mailBounced', actor: 'system', at, recipient, detail: { reason: mailReason } })
  await notify(tx, { transferId, kind: 'bounced', at, recipientEmail: recipient.email, reason: mailReason ?? undefined })
  return true
}
