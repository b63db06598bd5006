/**
 * What has waited for one mailbox becomes one mail (R41). Two jobs: the first says which ones they are, for good, so that the second may
 * run twice and send the same mail under the same Message-ID.
 */
import { randomUUID } from 'node:crypto'
import { joinedMails } from '@sampan/contract/limits'
import type { Language } from '@sampan/contract/paths'
import { MailRefused } from '../../adapters/mail/mail.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { addJob, type JobTry } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { brandOfMail } from '../branding/index.ts'
import { senderOfOwner } from '../domains/index.ts'
import { askToMail, sendMail } from '../mails/index.ts'
import { isSuspended, ownerStatusOf } from '../owners/index.ts'
import { bounceAddressOf } from './bounce-address.ts'
import { joinedMailJob, mailKey, mailRecipientJob } from './job-names.ts'
import { type JoinedItem, joinedMail } from './joined-email.tsx'
import { type Due, mailedTransfer, mailSenderOf, noteMailed, noteNeverMailed } from './mail-recipient.ts'
import * as queries from './queries.ts'
import { hasWaiting, takeWaiting } from './queries-waiting.ts'
import { readerLanguage } from './reader-language.ts'
import { queueJoining } from './wait-for-others.ts'

export const joinMails = ({ db }: Services, mailbox: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const waiting = await takeWaiting(tx, mailbox, joinedMails.max)
    const recipientIds = waiting.map(({ id }) => id)
    if (waiting.length === 1) await mailAlone(tx, recipientIds[0]!)
    if (waiting.length > 1) await addJob(tx, joinedMailJob, { recipientIds, mailId: randomUUID() })
    if (await hasWaiting(tx, mailbox)) await queueJoining(tx, mailbox)
  })

/** As any other, but for its turn; also where it cannot go now and waits for its sender or its transfer. */
async function mailAlone(tx: Transaction, recipientId: string): Promise<void> {
  await queries.updateRecipient(tx, recipientId, { mailState: 'queued' })
  await addJob(tx, mailRecipientJob, { recipientId, hasWaited: true }, { key: mailKey(recipientId) })
}

/** Null where it does not go with the others; then its state says why, or it waits alone. */
async function dueOf(tx: Transaction, services: Services, recipientId: string): Promise<Due | null> {
  const recipient = await queries.findRecipient(tx, { id: recipientId })
  const transfer = recipient && (await queries.holdTransfer(tx, recipient.transferId))
  if (recipient?.mailState !== 'waiting' || !transfer) return null
  if (transfer.state !== 'active' || isSuspended((await ownerStatusOf(tx, transfer.ownerId))!)) {
    await mailAlone(tx, recipientId)
    return null
  }
  const [to, sender] = [recipient.email, mailSenderOf(transfer)]
  const answer = await askToMail(tx, services, { kind: 'joinedTransfers', to, sender, hasTurn: true })
  if (answer !== 'refused') return { recipient, transfer }
  await queries.updateRecipient(tx, recipientId, { mailState: 'refused' })
  return null
}

const itemOf = async (services: Services, due: Due): Promise<JoinedItem> => ({
  ...(await mailedTransfer(services, due)),
  key: due.recipient.id,
  fileName: due.transfer.fileName,
})

/** Of one owner it is theirs as a single one is; of several it is the installation's (B1, B3). */
async function writtenFor(services: Services, due: readonly Due[], language: Language) {
  const [{ transfer: first }] = due as [Due, ...Due[]]
  if (due.some(({ transfer }) => transfer.ownerId !== first.ownerId)) return {}
  const { senderEmail, senderName } = first
  const isOnePerson = due.every(({ transfer }) => transfer.senderEmail === senderEmail)
  return {
    brand: await brandOfMail(services, first.ownerId, language),
    headers: {
      ...(await senderOfOwner(services, first.ownerId)),
      ...(isOnePerson && { fromName: senderName ?? senderEmail, replyTo: senderEmail }),
    },
  }
}

export async function mailJoined(
  services: Services,
  { recipientIds, mailId }: { recipientIds: string[]; mailId: string },
  tried: JobTry,
): Promise<void> {
  const { db, config, clock } = services
  const due: Due[] = []
  for (const id of recipientIds) {
    const each = await inTransaction(db, (tx) => dueOf(tx, services, id))
    if (each) due.push(each)
  }
  const first = due[0]
  if (!first) return
  const whole = { kind: 'joinedTransfers', to: first.recipient.email, sender: null, hasTurn: true } as const
  const pass = await inTransaction(db, (tx) => askToMail(tx, services, whole))
  // Refused in this moment: the next try finds each of them so.
  if (typeof pass === 'string') throw new Error('the mail was refused while it was joined')
  const { productName } = config
  const items = await Promise.all(due.map((each) => itemOf(services, each)))
  const language = await readerLanguage(db, first.recipient, first.transfer)
  const { brand, headers } = await writtenFor(services, due, language)
  try {
    await sendMail(services, pass, {
      ...joinedMail({
        items,
        refuseLink: pass.refuseLink,
        productName,
        language,
        brand,
      }),
      ...headers,
      id: `joined-${mailId}`,
      returnTo: bounceAddressOf(services, first.recipient),
    })
  } catch (error) {
    const isOver = error instanceof MailRefused || tried.attempt >= tried.maxAttempts
    if (!isOver) throw error
    const reason = error instanceof Error ? error.message : 'unknown'
    for (const { recipient } of due) await inTransaction(db, (tx) => noteNeverMailed(tx, recipient, reason, clock()))
    return
  }
  // One time for all: by it they are known as one mail, should it come back.
  const at = clock()
  for (const { recipient } of due) await inTransaction(db, (tx) => noteMailed(tx, recipient, at))
}
