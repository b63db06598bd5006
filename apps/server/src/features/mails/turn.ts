/** How many mails that others cause go to one mailbox at once, over all senders and kinds (R41). */
import type { Transaction } from '../../db/connect.ts'
import { mailboxKey } from '../../http/mailbox-rate.ts'
import { returnRate, takeRateIfLeft } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'

/** Of what goes at once to a mailbox, in an hour and in a day. Codes have limits of their own: these mails never take theirs. */
export async function takeTurn(
  tx: Transaction,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  email: string,
): Promise<boolean> {
  const { mailboxMails, mailboxMailsDay } = config.rateLimits
  const [mailbox, now] = [mailboxKey(email), clock()]
  const hit = await takeRateIfLeft(tx, mailboxMails, mailbox, now)
  if (!hit) return false
  if (await takeRateIfLeft(tx, mailboxMailsDay, mailbox, now)) return true
  await returnRate(tx, hit)
  return false
}
