/** Beginning a plan: its week without a card, or paid at once by the card that is kept. */
import { Problem } from '@sampan/contract/errors'
import { type PriceId, priceOf } from '@sampan/contract/plans'
import type { Bought, createSubscription } from '@sampan/contract/routes/billing'
import type { RouteInput } from '@sampan/contract/routes/route'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { closeCheckout } from './checkout.ts'
import { ensureCustomer } from './customer.ts'
import type { Wish } from './job-names.ts'
import { type Needs, requireMayPay } from './needs.ts'
import { requireOwn } from './own-ids.ts'
import { bought, boughtBy, purchase } from './purchase.ts'
import { findSubscription } from './queries.ts'
import { readAgain } from './read-again.ts'
import { beginTrial, makeTrial } from './trial.ts'
import { billingView } from './view.ts'

const unconfirmed = { clientSecret: null, needsConfirmation: false }

export async function subscribe(
  needs: Needs,
  actor: SignedIn,
  input: RouteInput<typeof createSubscription>['body'],
): Promise<Bought> {
  const { priceId, stripeCustomerId, SSuserId, addCardOnly, trial } = input
  await requireOwn(needs, actor, { customers: [stripeCustomerId], users: [SSuserId] })
  requireMayPay(actor)
  if (trial && !addCardOnly) await inTransaction(needs.db, (tx) => beginTrial(tx, needs, actor.ownerId, priceOf(priceId)))
  if (trial || addCardOnly) return { billing: await billingView(needs, actor.ownerId), ...unconfirmed }
  return buy(needs, actor.ownerId, { kind: 'buy', priceId })
}

/** Bought already: in another window, or before an answer was lost. */
async function planThere(needs: Needs, ownerId: string, priceId: PriceId): Promise<Bought | null> {
  const row = await findSubscription(needs.db, ownerId)
  if (row?.status !== 'active' && row?.status !== 'trialing') return null
  const { role, period } = priceOf(priceId)
  if (row.status !== 'active' || row.role !== role || row.period !== period) throw new Problem('planThere')
  return { billing: await billingView(needs, ownerId), ...unconfirmed }
}

/** A plan that is past due, unpaid or not confirmed makes way for one that is paid. */
export async function buy(needs: Needs, ownerId: string, wish: Wish & { kind: 'buy' }, until?: Date): Promise<Bought> {
  const { payments } = needs
  const { priceId } = wish
  const work = async (key: string) => {
    await makeTrial(needs, ownerId)
    const customerId = await ensureCustomer(needs, ownerId)
    await closeCheckout(needs, ownerId, customerId)
    await readAgain(needs, ownerId)
    const there = await planThere(needs, ownerId, priceId)
    if (there) return there
    const row = await findSubscription(needs.db, ownerId)
    if (!row?.card) throw new Problem('cardNeeded')
    if (row.status === 'incomplete' && row.subscriptionId) {
      await payments.endIncomplete(customerId, row.subscriptionId)
      await readAgain(needs, ownerId)
      // Its first payment may have come at the last moment.
      const paid = await planThere(needs, ownerId, priceId)
      if (paid) return paid
    }
    return boughtBy(needs, ownerId, customerId, await bought(needs, ownerId, { customerId, priceId }, key))
  }
  return purchase(needs, ownerId, wish, work, until)
}
