/** Stripe's adapter over the mock: the suite, the forms that it sends, and what happens when answers are lost (P3, H3). */
import { priceIdOf } from '@sampan/contract/plans'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { testClock } from '../../../test/support/clock.ts'
import { describePayments } from './payments.conformance.ts'
import { type Payments, PaymentsAway } from './payments.ts'
import { makeStripe } from './stripe.ts'
import { type Fault, StripeMock } from './testing/stripe-mock.ts'
import { paramsOf } from './testing/stripe-params.ts'

const keys = {
  stripeSecretKey: 'sk_test_0123456789abcdef',
  stripePublishableKey: 'pk_test_0123456789abcdef',
  stripeWebhookSecret: 'whsec_0123456789abcdef',
}
// Its own delay between two tries is tested by nobody but itself.
const retryDelay = vi.spyOn(
  Stripe.prototype as unknown as { getInitialNetworkRetryDelay: () => number },
  'getInitialNetworkRetryDelay',
)
retryDelay.mockReturnValue(0)
afterAll(() => retryDelay.mockRestore())

const openStripe = (mock: StripeMock) => makeStripe({ ...keys, stripeApiBase: mock.url, timeoutMs: 300 })

describePayments('Stripe', async () => {
  const mock = await StripeMock.start()
  const payments = openStripe(mock)
  await payments.syncPrices('Sampan')
  return {
    payments,
    passTime: async (id, seconds) => mock.passTime(id, seconds),
    confirm: async (id, secret, isAllowed) => mock.confirm(id, secret, isAllowed),
    close: () => mock.close(),
  }
})

let mock: StripeMock
let payments: Payments
beforeAll(async () => {
  mock = await StripeMock.start()
  payments = openStripe(mock)
  await payments.syncPrices('Sampan')
  return () => mock.close()
})
afterEach(() => void mock.faults.splice(0))

const pro = priceIdOf('pro', 'monthly')
const nowhere = { referral: null, referrer: null }
const customerWithCard = async (): Promise<string> => {
  const key = `c-${mock.seen.length}`
  const id = await payments.makeCustomer({ ownerId: key, email: 'mei@example.com', name: '', ...nowhere }, key)
  await payments.attachCard(id, 'pm_card_visa')
  return id
}

test('P3 a form is checked by Stripe’s own types: unknown fields, missing ones and words that are none', () => {
  const wrong = paramsOf('Subscriptions', 'SubscriptionCreateParams')
  expect(wrong({ customer: 'cus_1', items: [{ price: 'price_1' }] })).toBe(null)
  expect(wrong({ customer: 'cus_1', itemz: [{ price: 'price_1' }] })).toContain('itemz')
  expect(wrong({ customer: 'cus_1', items: [{ prize: 'price_1' }] })).toContain('prize')
  expect(wrong({ customer: 'cus_1', payment_behavior: 'default_complete' })).toContain('payment_behavior')
  expect(wrong({ customer: 'cus_1', trial_end: 'soon' })).toContain('trial_end')
  expect(wrong({ trial_settings: { end_behavior: { missing_payment_method: 'wait' } } })).toContain('missing_payment_method')
  expect(paramsOf('CreditNotes', 'CreditNoteCreateParams')({ amount: '1' })).toContain('invoice')
  expect(paramsOf('Checkout/Sessions', 'Checkout.SessionCreateParams')({ ui_mode: 'embedded' })).toContain('ui_mode')
})

const lost: Fault[] = [
  { on: /^POST \/v1\/subscriptions$/, when: 'before', how: 'reset' },
  { on: /^POST \/v1\/subscriptions$/, when: 'after', how: 'reset' },
  { on: /^POST \/v1\/subscriptions$/, when: 'before', how: 'silence' },
  { on: /^POST \/v1\/subscriptions$/, when: 'after', how: 'silence' },
  { on: /^POST \/v1\/subscriptions$/, when: 'before', how: 409 },
  { on: /^POST \/v1\/subscriptions$/, when: 'after', how: 409 },
  { on: /^POST \/v1\/subscriptions$/, when: 'before', how: 500 },
  { on: /^POST \/v1\/subscriptions$/, when: 'after', how: 500 },
]

test.each(lost)('P3 H3 R52 an answer that is lost ($how, $when the commit) charges once', async (fault) => {
  const customerId = await customerWithCard()
  mock.faults.push(fault)
  const charge = await payments.subscribe({ customerId, priceId: pro, trialEndsAt: null }, `k-${customerId}`)
  expect(charge.outcome).toBe('paid')
  expect(await payments.invoices(customerId)).toHaveLength(1)
  expect((await payments.read(customerId)).subscriptions).toHaveLength(1)
})

test('P3 H3 R52 a provider that stays away is told as such, and the same call later charges once', async () => {
  const customerId = await customerWithCard()
  const wish = { customerId, priceId: pro, trialEndsAt: null }
  for (let times = 0; times < 3; times++) mock.faults.push({ on: /^POST \/v1\/subscriptions$/, when: 'after', how: 'reset' })
  await expect(payments.subscribe(wish, `k-${customerId}`)).rejects.toBeInstanceOf(PaymentsAway)
  expect((await payments.subscribe(wish, `k-${customerId}`)).outcome).toBe('paid')
  expect(await payments.invoices(customerId)).toHaveLength(1)
})

/** A call under a key that is the same each time, on what it needs; what it did is counted. */
const constantKeys: [string, RegExp, () => Promise<() => Promise<unknown>>, () => number][] = [
  [
    'a customer',
    /^POST .v1.customers$/,
    async () => {
      const person = { ownerId: `o-${mock.seen.length}`, email: `${mock.seen.length}@example.com`, name: '', ...nowhere }
      return () => payments.makeCustomer(person, `customer-${person.ownerId}`)
    },
    () => mock.world.customers.size,
  ],
  [
    'a trial',
    /^POST .v1.subscriptions$/,
    async () => {
      const customerId = await customerWithCard()
      const trialEndsAt = new Date(testClock().getTime() + 86_400_000)
      return () => payments.subscribe({ customerId, priceId: pro, trialEndsAt }, `trial-${customerId}`)
    },
    () => mock.world.notes.size,
  ],
  [
    'a refund',
    /^POST .v1.credit_notes$/,
    async () => {
      const { customerId } = await paying()
      return async () => (await payments.refundLast(customerId, new Date(0)))?.invoiceId
    },
    () =>
      [...mock.world.customers.values()].flatMap((state) => state?.invoices ?? []).filter(({ status }) => status === 'refunded')
        .length,
  ],
]

test.each(
  constantKeys.flatMap(([what, on, ...more]) => (['before', 'after'] as const).map((when) => [what, when, on, ...more] as const)),
)(
  'P3 H3 R52 %s under a key that Stripe has spoilt with an error of its own, %s the commit, is made once',
  async (_, when, on, prepare, count) => {
    const call = await prepare()
    const [before, seen] = [count(), mock.seen.length]
    mock.faults.push({ on, when, how: 500 })
    const answer = await call()
    expect(await call()).toEqual(answer)
    expect(count() - before).toBe(1)
    const keys = mock.seen.slice(seen).flatMap(({ method, path, key }) => (on.test(`${method} ${path}`) && key ? [key] : []))
    expect(new Set(keys).size > 1).toBe(when === 'before')
  },
)

test('P3 H3 under a spoilt key a credit note that somebody else wrote is not taken for the refund', async () => {
  const { customerId, state } = await paying()
  const [invoice] = state.invoices
  mock.world.creditNotes.set(invoice!.id, [{ id: `cn_${customerId}`, object: 'credit_note', amount: 100, metadata: {} }])
  mock.faults.push({ on: /^POST .v1.credit_notes$/, when: 'before', how: 500 })
  expect(await payments.refundLast(customerId, new Date(0))).toMatchObject({ amountCents: 2900, isGivenNow: true })
  expect(invoice!.status).toBe('refunded')
})

test('P3 H3 a key that goes on failing is given up, and is not taken for a no', async () => {
  const customerId = await customerWithCard()
  for (let times = 0; times < 5; times++) mock.faults.push({ on: /^POST .v1.subscriptions$/, when: 'before', how: 500 })
  const wish = { customerId, priceId: pro, trialEndsAt: null }
  await expect(payments.subscribe(wish, `k5-${customerId}`)).rejects.toBeInstanceOf(PaymentsAway)
  expect(await payments.invoices(customerId)).toEqual([])
})

test('P3 P7 a checkout takes promotion codes and keeps from where somebody came, as long as Stripe takes it', async () => {
  const customerId = await customerWithCard()
  const wish = { customerId, priceId: pro, returnUrl: 'https://files.example.com/', referral: 'r1', referrer: 'x'.repeat(600) }
  await payments.openCheckout(wish, `c-${customerId}`)
  expect(mock.seen.at(-1)).toMatchObject({
    path: '/v1/checkout/sessions',
    form: { allow_promotion_codes: 'true', metadata: { endorsely_referral: 'r1', referrer: 'x'.repeat(500) } },
  })
  await payments.makeCustomer({ ownerId: 'o1', email: 'o1@example.com', name: '', referral: 'r2', referrer: 'y' }, 'customer-o1')
  expect(mock.seen.at(-1)?.form.metadata).toEqual({ owner: 'o1', endorsely_referral: 'r2', referrer: 'y' })
})

test('P3 a checkout that was paid between the look and its end is well', async () => {
  const customerId = await customerWithCard()
  const wish = { customerId, priceId: pro, returnUrl: 'https://files.example.com/', ...nowhere }
  const { sessionId } = await payments.openCheckout(wish, `c-${customerId}`)
  mock.before(/\/expire$/, () => {
    mock.world.sessions.get(sessionId)!.status = 'complete'
  })
  await payments.closeCheckout(customerId, sessionId)
  expect(mock.world.sessions.get(sessionId)?.status).toBe('complete')
})

test.each([
  [1, 6900 - 1380],
  [-1, 6900],
])('P3 a switch tells the next charge with a discount that ends %i s after that date', async (seconds, nextCents) => {
  const { customerId, subscription } = await paying()
  const endsAt = subscription.periodEndsAt + seconds * 1000
  subscription.discount = { name: 'Spring', percentOff: 20, amountOffCents: null, endsAt }
  expect((await payments.read(customerId)).discount).toEqual({
    name: 'Spring',
    percentOff: 20,
    amountOffCents: null,
    redeemBy: Math.floor(endsAt / 1000) * 1000,
    endsAt: Math.floor(endsAt / 1000) * 1000,
  })
  const at = testClock()
  const preview = await payments.preview(customerId, subscription.id, priceIdOf('business', 'monthly'), at)
  expect(preview).toMatchObject({ nextCents })
})

test('P3 a price that changed is replaced under its lookup key; who pays the old one keeps the plan', async () => {
  const customerId = await customerWithCard()
  await payments.subscribe({ customerId, priceId: pro, trialEndsAt: null }, `k-${customerId}`)
  const price = mock.world.prices.find(({ lookup_key }) => lookup_key === pro)!
  price.unit_amount = 1900
  const reports = await payments.syncPrices('Sampan')
  expect(reports.filter(({ did }) => did === 'replaced')).toEqual([{ priceId: pro, did: 'replaced' }])
  expect(price).toMatchObject({ active: false, lookup_key: null })
  expect((await payments.syncPrices('Sampan')).every(({ did }) => did === 'kept')).toBe(true)
  expect((await payments.read(customerId)).subscriptions[0]).toMatchObject({ role: 'pro', status: 'active' })
})

const paying = async () => {
  const customerId = await customerWithCard()
  const { subscriptionId } = await payments.subscribe({ customerId, priceId: pro, trialEndsAt: null }, `k-${customerId}`)
  const state = mock.customer(customerId)
  return { customerId, state, subscription: state.subscriptions.find(({ id }) => id === subscriptionId)! }
}

test('P3 another card is charged for the plan that is there, too, although Stripe gave it one of its own', async () => {
  const { customerId, state, subscription } = await paying()
  const bought = subscription.methodId
  expect(bought).toBe(state.methodId)
  await payments.attachCard(customerId, 'pm_card_chargeCustomerFail')
  expect(subscription.methodId).toBe(state.methodId)
  expect(subscription.methodId).not.toBe(bought)
  expect((await payments.read(customerId)).card).toMatchObject({ last4: '0341' })
  mock.passTime(customerId, 32 * 86_400)
  expect((await payments.read(customerId)).subscriptions[0]).toMatchObject({ status: 'past_due' })
})

test('P3 a price of Stripe’s that is not the one that is shown charges nobody', async () => {
  const customerId = await customerWithCard()
  const price = mock.world.prices.find(({ lookup_key }) => lookup_key === pro)!
  const { unit_amount } = price
  try {
    price.unit_amount = 99_900
    const subscribing = payments.subscribe({ customerId, priceId: pro, trialEndsAt: null }, `k-${customerId}`)
    await expect(subscribing).rejects.toMatchObject({ reason: 'invalid', message: expect.stringContaining('stripe-prices') })
    const wish = { customerId, priceId: pro, returnUrl: 'https://files.example.com/', ...nowhere }
    await expect(payments.openCheckout(wish, `c-${customerId}`)).rejects.toMatchObject({ reason: 'invalid' })
    expect(await payments.invoices(customerId)).toEqual([])
  } finally {
    price.unit_amount = unit_amount
  }
})

test('P3 a plan is found behind any number of those that ended or were never paid', async () => {
  const { customerId, state, subscription } = await paying()
  const others = (status: 'canceled' | 'incomplete', count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...subscription, status, id: `sub_${status}_${at}_${customerId}` }))
  state.subscriptions.unshift(...others('canceled', 30), ...others('incomplete', 110))
  const { subscriptions } = await payments.read(customerId)
  expect(subscriptions.filter(({ status }) => status === 'active')).toMatchObject([{ id: subscription.id }])
  expect(subscriptions.filter(({ status }) => status === 'incomplete')).toHaveLength(110)
  expect(subscriptions.filter(({ status }) => status === 'canceled')).toHaveLength(1)
})

test('P3 a plan ends with all that is owed for it, drafts among them, which cannot be deleted', async () => {
  const { customerId, state, subscription } = await paying()
  const [invoice] = state.invoices
  state.invoices.unshift(
    { ...invoice!, id: `in_draft_${customerId}`, status: 'open', isDraft: true },
    { ...invoice!, id: `in_open_${customerId}`, status: 'open' },
  )
  await payments.end(customerId, subscription.id)
  expect(subscription.status).toBe('canceled')
  expect(state.invoices.map(({ status }) => status)).toEqual(['void', 'void', 'paid'])
})

test('P3 a first payment that arrives while its purchase is being ended keeps the plan', async () => {
  const customerId = await customerWithCard()
  await payments.attachCard(customerId, 'pm_card_authenticationRequired')
  const wish = { customerId, priceId: pro, trialEndsAt: null }
  const { subscriptionId, clientSecret } = await payments.subscribe(wish, `k-${customerId}`)
  const voiding = payments.endIncomplete(customerId, subscriptionId)
  // The bank's answer comes between the look at the invoice and its end.
  mock.before(/\/void$/, () => mock.confirm(customerId, clientSecret!, true))
  await voiding
  expect((await payments.read(customerId)).subscriptions[0]).toMatchObject({ status: 'active' })
  expect((await payments.invoices(customerId))[0]).toMatchObject({ status: 'paid' })
})
