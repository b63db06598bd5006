/** The mail about money that was given back: one for each payment, whoever gave it and however often that is tried (INV7). */
import type { Refund } from '../../adapters/payments/payments.ts'
import { inTransaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import { mailJob } from './job-names.ts'
import type { Needs } from './needs.ts'
import { insertEvent } from './queries-billing.ts'

type About = { kind: 'refunded' | 'refundedTwice'; ownerId: string; role: string }

export async function notifyRefund({ db, clock }: Pick<Needs, 'db' | 'clock'>, refund: Refund, about: About): Promise<void> {
  const mailId = `refund-${refund.invoiceId}`
  await inTransaction(db, async (tx) => {
    if (await insertEvent(tx, { id: `told-${mailId}`, type: 'refund', receivedAt: clock() }))
      await addJob(tx, mailJob, { ...about, mailId, cents: refund.amountCents })
  })
}
