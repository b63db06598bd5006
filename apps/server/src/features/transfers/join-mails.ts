/**
 * What has waited for one mailbox becomes one mail (R41). Two jobs: the first says which ones they are, for good, so that the second may
 * run twice and send the same mail under the same Message-ID.
 */
import { randomUUID } from 'node:crypto'
import { joinedMails } from '@sampan/contract/limits'
import { MailRefused } from '../../adapters/mail/mail.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { addJob, type JobTry } from '../../jobs/queue.ts'
import { messageIdOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { isSuspended, ownerStatusOf } from '../owners/index.ts'
import { refusalLink, refusesMail } from '../refusals/index.ts'
import { bounceAddressOf } from './bounce-address.ts'
import { joinedMailJob, mailKey, mailRecipientJob } from './job-names.ts'
import { type JoinedItem, joinedMail } from './joined-email.tsx'
import { type Due, mailSenderOf, noteMailed, noteNeverMailed, summaryOf } from './mail-recipient.ts'
import { queueJoining } from './mail-turn.ts'
import * as queries from './queries.ts'
import { hasWaiting, takeWaiting } from './queries-waiting.ts'

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
async function dueOf(tx: Transaction, recipientId: string): Promise<Due | null> {
  const recipient = await queries.findRecipient(tx, { id: recipientId })
  const transfer = recipient && (await queries.holdTransfer(tx, recipient.transferId))
  if (recipient?.mailState !== 'waiting' || !transfer) return null
  if (transfer.state !== 'active' || isSuspended((await ownerStatusOf(tx, transfer.ownerId))!)) {
    await mailAlone(tx, recipientId)
    return null
  }
  if (!(await refusesMail(tx, recipient.email, mailSenderOf(transfer)))) return { recipient, transfer }
  await queries.updateRecipient(tx, recipientId, { mailState: 'refused' })
  return null
}

const itemOf = (services: Services, due: Due): JoinedItem => ({
  ...summaryOf(services, due),
  key: due.recipient.id,
  fileName: due.transfer.fileName,
})

export async function mailJoined(
  services: Services,
  { recipientIds, mailId }: { recipientIds: string[]; mailId: string },
  tried: JobTry,
): Promise<void> {
  const { db, config, secrets, clock } = services
  const due: Due[] = []
  for (const id of recipientIds) {
    const each = await inTransaction(db, (tx) => dueOf(tx, id))
    if (each) due.push(each)
  }
  const first = due[0]
  if (!first) return
  const { email } = first.recipient
  const refuseLink = refusalLink(config, secrets.refusal, email, null)
  const { productName } = config
  const items = due.map((each) => itemOf(services, each))
  try {
    await services.mailer.send({
      ...joinedMail({ items, refuseLink, productName, language: first.transfer.language }),
      messageId: messageIdOf(config, `joined-${mailId}`),
      to: email,
      fromName: productName,
      returnTo: bounceAddressOf(services, first.recipient),
      unsubscribe: refuseLink,
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
