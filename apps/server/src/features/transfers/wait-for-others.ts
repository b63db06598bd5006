/** A mail that its mailbox has no space for now waits for others, to be joined with them (R41). */
import { joinedMails } from '@sampan/contract/limits'
import type { Transaction } from '../../db/connect.ts'
import { mailboxKey } from '../../http/mailbox-rate.ts'
import { addJob } from '../../jobs/queue.ts'
import { joinMailsJob } from './job-names.ts'
import * as queries from './queries.ts'

/** Of many that wait the first sets the time. */
export async function waitForOthers(tx: Transaction, { id, email }: queries.RecipientRow): Promise<void> {
  const mailbox = mailboxKey(email)
  await queries.updateRecipient(tx, id, { mailState: 'waiting', mailReason: null, waitingMailbox: mailbox })
  await queueJoining(tx, mailbox)
}

export const queueJoining = (tx: Transaction, mailbox: string): Promise<void> =>
  addJob(tx, joinMailsJob, { mailbox }, { key: `join:${mailbox}`, afterSeconds: joinedMails.waitSeconds })
