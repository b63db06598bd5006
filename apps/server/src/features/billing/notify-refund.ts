/** The mail about money that was given back: one for each payment, whoever gave it and however often that is tried (INV7). */
import type { Refund } from '../../adapters/payments/payments.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import { mailJob } from './job-names.ts'
import type { Needs } from './needs.ts'
import { insertEvent } from './queries-billing.ts'

type About = { kind: 'refunded' | 'refundedTwice'; ownerId: string; role: string }

/** Writes down who gave it, in the transaction of its mail. */
export type NoteRefund = (tx: Transaction, refund: Refund, now: Date) => Promise<void>

export async function notifyRefund(
  { db, clock }: Pick<Needs, 'db' | 'clock'>,
  refund: Refund,
  about: About,
  note?: NoteRefund,
): Promise<void> {
  const mailId = `refund-${refund.invoiceId}`
  await inTransaction(db, async (tx) => {
    const now = clock()
    if (!(await insertEvent(tx, { id: `told-${mailId}`, type: 'refund', receivedAt: now }))) return
    await addJob(tx, mailJob, { ...about, mailId, cents: refund.amountCents })
    await note?.(tx, refund, now)
  })
}
