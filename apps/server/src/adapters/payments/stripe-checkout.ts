/** Stripe's checkout in a frame of the page. */
import Stripe from 'stripe'
import { PaymentRefused, type Payments } from './payments.ts'
import { stripePrice } from './stripe-charges.ts'
import { metadataOf } from './stripe-customers.ts'
import { idOf } from './stripe-shapes.ts'

export async function openCheckout(
  stripe: Stripe,
  ...[{ customerId, priceId, returnUrl, ...origin }, idempotencyKey]: Parameters<Payments['openCheckout']>
): Promise<{ clientSecret: string; sessionId: string }> {
  const { id, client_secret } = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      ui_mode: 'embedded_page',
      customer: customerId,
      line_items: [{ price: await stripePrice(stripe, priceId), quantity: 1 }],
      allow_promotion_codes: true,
      return_url: returnUrl,
      metadata: metadataOf(origin),
    },
    { idempotencyKey },
  )
  return { clientSecret: client_secret!, sessionId: id }
}

/** Paid between the look and the end, it is refused to be ended, and that is well. */
export async function closeCheckout(stripe: Stripe, customerId: string, sessionId: string): Promise<void> {
  const ask = async () => {
    const session = await stripe.checkout.sessions.retrieve(sessionId)
    if (idOf(session.customer) !== customerId) throw new PaymentRefused('unknown')
    return session.status === 'open'
  }
  if (!(await ask())) return
  try {
    await stripe.checkout.sessions.expire(sessionId)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || (await ask())) throw error
  }
}
