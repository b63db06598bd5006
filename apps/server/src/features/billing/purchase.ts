/** One purchase of an owner at a time; one whose answer was lost is repeated under the key that it had (H3). */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import type { Bought } from '@sampan/contract/routes/billing'
import { type Charge, PaymentRefused } from '../../adapters/payments/payments.ts'
import { addSeconds } from '../../add-seconds.ts'
import { type Needs, willReadAgain } from './needs.ts'
import { claimPurchase, endPurchase, leavePurchase } from './queries-billing.ts'
import { readAgain } from './read-again.ts'
import { billingView } from './view.ts'
import { watchPayments } from './watch.ts'

/** Longer than the provider's calls with their repeats take. */
const staleSeconds = 180

/** `wish` says in a word what is bought. */
export async function purchase<T>(needs: Needs, ownerId: string, wish: string, work: (key: string) => Promise<T>): Promise<T> {
  const { db, clock } = needs
  const now = clock()
  const key = await claimPurchase(db, { ownerId, key: randomUUID(), wish, begunAt: now }, addSeconds(now, -staleSeconds))
  if (!key) throw new Problem('paymentUnderWay', {}, { retryAfterSeconds: 5 })
  await willReadAgain(needs, ownerId)
  try {
    const answer = await work(key)
    await endPurchase(db, ownerId, key)
    return answer
  } catch (error) {
    const isSettled = error instanceof PaymentRefused || error instanceof Problem
    await (isSettled ? endPurchase : leavePurchase)(db, ownerId, key)
    throw error
  }
}

/** What a charge has brought, read from the provider; a plan whose first payment was declined is ended. */
export async function boughtBy(needs: Needs, ownerId: string, customerId: string, charge: Charge | null): Promise<Bought> {
  const isDeclined = charge?.outcome === 'declined'
  if (isDeclined) await endIncomplete(needs, customerId, charge)
  if (charge?.outcome === 'needsConfirmation') await watchPayments(needs, ownerId)
  await readAgain(needs, ownerId)
  if (isDeclined) throw new Problem('cardDeclined')
  const needsConfirmation = charge?.outcome === 'needsConfirmation'
  return {
    billing: await billingView(needs, ownerId),
    clientSecret: needsConfirmation ? charge.clientSecret : null,
    needsConfirmation,
  }
}

async function endIncomplete({ payments }: Needs, customerId: string, { subscriptionId }: Charge): Promise<void> {
  const { subscriptions } = await payments.read(customerId)
  const isIncomplete = subscriptions.some(({ id, status }) => id === subscriptionId && status === 'incomplete')
  if (isIncomplete) await payments.endIncomplete(customerId, subscriptionId)
}
