/** The 30 days in which money is given back: the operator's act (P5). */
import { refundDays } from '@sampan/contract/plans'
import type { Refund } from '../../adapters/payments/payments.ts'
import { addSeconds } from '../../add-seconds.ts'
import { findOwner } from '../owners/index.ts'
import { customerOf } from './customer.ts'
import { type Needs, willReadAgain } from './needs.ts'
import { type NoteRefund, notifyRefund } from './notify-refund.ts'
import { findSubscription } from './queries.ts'
import { setEndedBy } from './queries-customer.ts'
import { isLive, readAgain } from './read-again.ts'

/** Gives the last payment back and ends the plan; null where there was none within the days. Again: the same, once. */
export async function refundLast(
  needs: Omit<Needs, 'config' | 'secrets'>,
  ownerId: string,
  note?: NoteRefund,
): Promise<Refund | null> {
  const { db, payments, clock } = needs
  const customerId = customerOf(needs, await findOwner(db, ownerId))
  if (!customerId) return null
  await willReadAgain(needs, ownerId)
  const refund = await payments.refundLast(customerId, addSeconds(clock(), -refundDays * 86_400))
  if (!refund) return null
  const row = await findSubscription(db, ownerId)
  // One mail tells of both.
  if (row && isLive(row.status)) await setEndedBy(db, ownerId, 'refund')
  const { subscriptions } = await payments.read(customerId)
  for (const { id } of subscriptions.filter(({ status }) => isLive(status))) await payments.end(customerId, id)
  await readAgain(needs, ownerId)
  await notifyRefund(needs, refund, { kind: 'refunded', ownerId, role: row?.role ?? 'free' }, note)
  return refund
}
