/** A plan that is bought in the provider's own form: at most one such form of an owner's can be paid. */
import { Problem } from '@sampan/contract/errors'
import { thankYouPath } from '@sampan/contract/paths'
import type { createCheckoutSession } from '@sampan/contract/routes/billing'
import type { RouteInput } from '@sampan/contract/routes/route'
import { PaymentRefused } from '../../adapters/payments/payments.ts'
import type { SignedIn } from '../../http/actor.ts'
import { randomText } from '../../http/random-text.ts'
import { urlOf } from '../../links.ts'
import { findOwner, swapCheckout } from '../owners/index.ts'
import { ensureCustomer } from './customer.ts'
import { type Needs, requireMayPay } from './needs.ts'
import { requireOwn } from './own-ids.ts'
import { findSubscription } from './queries.ts'
import { findPayer } from './queries-billing.ts'
import { readAgain } from './read-again.ts'
import { watchPayments } from './watch.ts'

/** What the provider puts its session's name in. */
const sessionSlot = '{CHECKOUT_SESSION_ID}'

/** One that the provider does not know, or no more, cannot be paid either. */
async function close({ payments }: Pick<Needs, 'payments'>, customerId: string, sessionId: string): Promise<void> {
  try {
    await payments.closeCheckout(customerId, sessionId)
  } catch (error) {
    if (!(error instanceof PaymentRefused) || error.reason !== 'unknown') throw error
  }
}

/** Before anything else is sold: what is open in another window cannot be paid any more. */
export async function closeCheckout(needs: Needs, ownerId: string, customerId: string): Promise<void> {
  const open = (await findOwner(needs.db, ownerId))?.checkoutId
  if (open) await close(needs, customerId, open)
}

export async function openCheckout(
  needs: Needs,
  actor: SignedIn,
  input: RouteInput<typeof createCheckoutSession>['body'],
): Promise<{ clientSecret: string }> {
  const { db, payments, config } = needs
  const { price_id: priceId, stripe_customerid, customer, customer_email: email, client_reference_id, mongo_id } = input
  await requireOwn(needs, actor, { customers: [stripe_customerid, customer], users: [client_reference_id, mongo_id], email })
  requireMayPay(actor)
  const { ownerId } = actor
  const customerId = await ensureCustomer(needs, ownerId)
  await closeCheckout(needs, ownerId, customerId)
  // One that was paid a moment ago, in this window or another, is not paid again.
  await readAgain(needs, ownerId)
  if ((await findSubscription(db, ownerId))?.status === 'active') throw new Problem('planThere')
  await watchPayments(needs, ownerId)
  const payer = await findPayer(db, ownerId)
  const origin = {
    referral: input.endorsely_referral ?? payer?.referral ?? null,
    referrer: input.referrer ?? payer?.referrer ?? null,
  }
  const returnUrl = urlOf(config, `${thankYouPath}?session_id=${sessionSlot}`)
  const wish = { customerId, priceId, returnUrl, ...origin }
  const { clientSecret, sessionId } = await payments.openCheckout(wish, `checkout-${randomText(22)}`)
  // Opened meanwhile by another window.
  const other = await swapCheckout(db, ownerId, sessionId)
  if (other) await close(needs, customerId, other)
  return { clientSecret }
}
