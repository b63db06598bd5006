/**
 * Stripe itself, in its test mode, by the suite of the port: only where STRIPE_TEST_SECRET_KEY=sk_test_… is set. What months or a
 * cardholder at a bank's page bring cannot be driven there; customers are left behind.
 */
import { describe } from 'vitest'
import { describePayments } from './payments.conformance.ts'
import { makeStripe } from './stripe.ts'

const stripeSecretKey = process.env.STRIPE_TEST_SECRET_KEY ?? ''

describe.skipIf(!stripeSecretKey.startsWith('sk_test_'))('with a key', () => {
  const open = async () => {
    const stripeApiBase = process.env.STRIPE_API_BASE ?? null
    const payments = makeStripe({ stripeSecretKey, stripePublishableKey: null, stripeWebhookSecret: null, stripeApiBase })
    await payments.syncPrices('Sampan')
    return { payments, close: async () => {} }
  }
  describePayments('Stripe itself', open, { isDriven: false })
})
