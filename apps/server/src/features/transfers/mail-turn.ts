/** Whose mail may go to its mailbox now, and whose waits for others, to be joined with them (R41). */
import { joinedMails } from '@sampan/contract/limits'
import type { Transaction } from '../../db/connect.ts'
import { mailboxKey } from '../../http/mailbox-rate.ts'
import { RateLimited, returnRate, takeRate } from '../../http/rate-limit.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { joinMailsJob } from './job-names.ts'
import * as queries from './queries.ts'

/** Of what goes at once to a mailbox, in an hour and in a day. Codes have limits of their own: these mails never take theirs. */
export async function takeTurn(
  tx: Transaction,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  email: string,
): Promise<boolean> {
  const { mailboxMails, mailboxMailsDay } = config.rateLimits
  const [mailbox, now] = [mailboxKey(email), clock()]
  try {
    const hit = await takeRate(tx, mailboxMails, mailbox, now)
    try {
      await takeRate(tx, mailboxMailsDay, mailbox, now)
    } catch (error) {
      await returnRate(tx, hit)
      throw error
    }
    return true
  } catch (error) {
    if (error instanceof RateLimited) return false
    throw error
  }
}

/** Of many that wait the first sets the time. */
export async function waitForOthers(tx: Transaction, { id, email }: queries.RecipientRow): Promise<void> {
  const mailbox = mailboxKey(email)
  await queries.updateRecipient(tx, id, { mailState: 'waiting', mailReason: null, waitingMailbox: mailbox })
  await queueJoining(tx, mailbox)
}

export const queueJoining = (tx: Transaction, mailbox: string): Promise<void> =>
  addJob(tx, joinMailsJob, { mailbox }, { key: `join:${mailbox}`, afterSeconds: joinedMails.waitSeconds })
