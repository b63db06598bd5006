/** What keeps a mailbox from being flooded, and a sender from flooding, over however many transfers (R41). */
import type { Transaction } from '../../db/connect.ts'
import { mailboxKey } from '../../http/mailbox-rate.ts'
import { takeRateOfEach, takeRates } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'

type Deps = Pick<Services, 'clock' | 'config'>

/** Those of a mailbox that come after as many as it may get still. */
function beyond(emails: readonly string[], left: ReadonlyMap<string, number>): string[] {
  const counts = new Map(left)
  return emails.filter((email) => {
    const key = mailboxKey(email)
    const remaining = counts.get(key)
    counts.set(key, (remaining ?? Number.POSITIVE_INFINITY) - 1)
    return remaining !== undefined && remaining <= 0
  })
}

/** Where the mails are queued or the rows that they are for are written, behind the locks of transfer and owner. */
export async function takeMailRates(
  tx: Transaction,
  { clock, config: { rateLimits } }: Deps,
  ownerId: string,
  emails: readonly string[],
): Promise<void> {
  if (emails.length === 0) return
  const now = clock()
  await takeRates(tx, rateLimits.senderMails, ownerId, now, emails.length)
  await takeRateOfEach(tx, rateLimits.recipientMails, emails.map(mailboxKey), now, (left) => ({
    code: 'tooManyMails',
    details: { emails: beyond(emails, left) },
  }))
}
