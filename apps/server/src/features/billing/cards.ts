/** The card that is charged. */
import { Problem } from '@sampan/contract/errors'
import { priceIdOf, type RoleOnSale } from '@sampan/contract/plans'
import type { addCard as addCardRoute, BillingView, Bought } from '@sampan/contract/routes/billing'
import type { RouteInput } from '@sampan/contract/routes/route'
import type { Charge } from '../../adapters/payments/payments.ts'
import type { SignedIn } from '../../http/actor.ts'
import { ensureCustomer } from './customer.ts'
import type { Wish } from './job-names.ts'
import { type Needs, requireMayPay } from './needs.ts'
import { requireOwn } from './own-ids.ts'
import { bought, boughtBy, purchase } from './purchase.ts'
import { findSubscription } from './queries.ts'
import { isLive, readAgain } from './read-again.ts'
import { makeTrial } from './trial.ts'

export async function beginCard(needs: Needs, actor: SignedIn): Promise<{ clientSecret: string }> {
  requireMayPay(actor)
  return needs.payments.beginCard(await ensureCustomer(needs, actor.ownerId))
}

/** What is owed is charged with it: whoever adds a card to an unpaid plan wants it to go on, unless the card alone is spoken of. */
export async function addCard(
  needs: Needs,
  actor: SignedIn,
  { paymentMethodId, stripeCustomerId, SSuserId, addCardOnly }: RouteInput<typeof addCardRoute>['body'],
): Promise<BillingView & { clientSecret: string | null; needsConfirmation: boolean }> {
  await requireOwn(needs, actor, { customers: [stripeCustomerId], users: [SSuserId] })
  requireMayPay(actor)
  const wish = { kind: 'card', paymentMethodId, addCardOnly: !!addCardOnly } as const
  const { billing, ...confirmation } = await keepCard(needs, actor.ownerId, wish)
  return { ...billing, ...confirmation }
}

export async function keepCard(needs: Needs, ownerId: string, wish: Wish & { kind: 'card' }, until?: Date): Promise<Bought> {
  const { paymentMethodId, addCardOnly } = wish
  const work = async (key: string) => {
    await makeTrial(needs, ownerId)
    const customerId = await ensureCustomer(needs, ownerId)
    await needs.payments.attachCard(customerId, paymentMethodId)
    return boughtBy(needs, ownerId, customerId, addCardOnly ? null : await chargeOwed(needs, ownerId, customerId, key))
  }
  return purchase(needs, ownerId, wish, work, until)
}

/** By the card that is kept. */
export async function payOwed(needs: Needs, actor: SignedIn): Promise<Bought> {
  requireMayPay(actor)
  return payByCard(needs, actor.ownerId, { kind: 'owed' })
}

export async function payByCard(needs: Needs, ownerId: string, wish: Wish & { kind: 'owed' }, until?: Date): Promise<Bought> {
  const work = async (key: string) => {
    await makeTrial(needs, ownerId)
    const customerId = await ensureCustomer(needs, ownerId)
    await readAgain(needs, ownerId)
    if (!(await findSubscription(needs.db, ownerId))?.card) throw new Problem('cardNeeded')
    return boughtBy(needs, ownerId, customerId, await chargeOwed(needs, ownerId, customerId, key))
  }
  return purchase(needs, ownerId, wish, work, until)
}

/** The provider knows what is owed, but not of a trial that was over before it could be made: that plan is bought now. */
async function chargeOwed(needs: Needs, ownerId: string, customerId: string, key: string): Promise<Charge | null> {
  const { db, payments } = needs
  const row = await findSubscription(db, ownerId)
  if (row?.status !== 'unpaid' || row.subscriptionId !== null) return payments.payDue(customerId, key)
  const { subscriptions } = await payments.read(customerId)
  if (subscriptions.some(({ status }) => isLive(status))) return payments.payDue(customerId, key)
  const priceId = priceIdOf(row.role as RoleOnSale, row.period)
  return bought(needs, ownerId, { customerId, priceId }, key)
}
