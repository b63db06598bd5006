/** Limits on what may be mailed to one mailbox, of which whoever asks from elsewhere cannot take all from its owner. */
import { createHash } from 'node:crypto'
import { mailboxOf } from '@sampan/contract/rules/recipients'
import type { Transaction } from '../db/connect.ts'
import { isRateTaken, type RateRule, takeRate } from './rate-limit.ts'

export type MailboxRules = {
  /** Of one mailbox asked from one network. */
  network: RateRule
  /** Of one mailbox, whoever asks. */
  shared: RateRule
  /** The same, with what is kept for those who have asked for none yet. */
  ceiling: RateRule
}

/** Kept as a hash: a limit outlives what names the person (R45). */
export const mailboxKey = (email: string): string => createHash('sha256').update(mailboxOf(email)).digest('base64url')

/**
 * The asker's network pays first. A network that has had none for this mailbox gets one although everybody's are used up, as long as the
 * ceiling allows.
 */
export async function takeMailboxRate(
  tx: Transaction,
  { network, shared, ceiling }: MailboxRules,
  { email, networkKey }: { email: string; networkKey: string },
  now: Date,
): Promise<void> {
  const mailbox = mailboxKey(email)
  const ofNetwork = `${mailbox} ${networkKey}`
  const isFirst = !(await isRateTaken(tx, network, ofNetwork, now))
  await takeRate(tx, network, ofNetwork, now)
  // Counted as one rule: what is kept for newcomers stands above what everybody shares.
  await takeRate(tx, { ...shared, max: isFirst ? Math.max(ceiling.max, shared.max) : shared.max }, mailbox, now)
}
