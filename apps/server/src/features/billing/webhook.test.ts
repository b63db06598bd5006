/** R42, and the whole way with Stripe's adapter: from the signed event to role, status and mail. */
import { priceIdOf } from '@sampan/contract/plans'
import { sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testClock } from '../../../test/support/clock.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { subscribe } from '../../adapters/payments/sandbox-charges.ts'
import { StripeMock } from '../../adapters/payments/testing/stripe-mock.ts'
import { runNow } from '../../jobs/queue.ts'
import { purchaseJobKey } from './job-names.ts'
import { readAgain } from './read-again.ts'
import { businessMonthly, confirmingCard, days, Payer, proMonthly, visa } from './test-billing.ts'

const secret = 'whsec_0123456789abcdef'
const keys = {
  STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789abcdef',
  STRIPE_WEBHOOK_SECRET: secret,
}
// Its own delay between two tries is tested by nobody but itself.
const retryDelay = vi.spyOn(
  Stripe.prototype as unknown as { getInitialNetworkRetryDelay: () => number },
  'getInitialNetworkRetryDelay',
)
retryDelay.mockReturnValue(0)
afterAll(() => retryDelay.mockRestore())

let mock: StripeMock
let server: TestServer
beforeAll(async () => {
  mock = await StripeMock.start()
  server = await startTestServer({ ...keys, STRIPE_API_BASE: mock.url, LOG_LEVEL: 'trace' })
  await server.services.payments.syncPrices('Sampan')
})
afterAll(async () => {
  await server?.close()
  await mock?.close()
})

let made = 0
const eventOf = (customerId: string, more: object = {}) => {
  const data = { object: { id: 'sub_x', object: 'subscription', customer: customerId } }
  return JSON.stringify(
    { id: `evt_${++made}`, object: 'event', type: 'customer.subscription.updated', livemode: false, data, ...more },
    null,
    2,
  )
}
const nowSeconds = () => Math.floor(testClock().getTime() / 1000)
const signed = (payload: string, options: { secret?: string; timestamp?: number } = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: nowSeconds(), ...options })
async function deliver(body: string, signature: string | null, url = server.url): Promise<number> {
  const headers = { 'content-type': 'application/json; charset=utf-8', ...(signature && { 'stripe-signature': signature }) }
  return (await fetch(`${url}/api/stripe/webhook`, { method: 'POST', body, headers })).status
}

const dump = async () =>
  (
    await server.services.db.execute(
      sql`select (select json_agg(t order by t::text) from payment_events t) as events, (select json_agg(t order by t::text) from subscriptions t) as plans, (select json_agg(t order by t::text) from owners t) as owners`,
    )
  ).rows[0]

test('R42 P3 no signature, a wrong one, an old one, a changed or re-written body: refused, and nothing is written', async () => {
  const payer = await Payer.create(server)
  await payer.addCard(visa)
  const body = eventOf((await payer.account.owner()).customerId!)
  const now = nowSeconds()
  const before = await dump()
  const attempts: [string, string | null][] = [
    [body, null],
    [body, 't=1,v1=00'],
    [body, signed(body, { secret: 'whsec_another_secret_0' })],
    [body, signed(body, { timestamp: now - 301 })],
    [body.replace('updated', 'deleted'), signed(body)],
    [JSON.stringify(JSON.parse(body)), signed(body)],
    ['', signed('')],
    ['not json', signed('not json')],
  ]
  for (const [text, signature] of attempts) expect(await deliver(text, signature), `${signature}`).toBe(400)
  expect(await dump()).toEqual(before)
  expect(await deliver(body, signed(body, { timestamp: now - 200 }))).toBe(200)
})

test('R42 an event of the other mode is refused in both', async () => {
  const live = { ...keys, STRIPE_SECRET_KEY: 'sk_live_0123456789abcdef', STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789abcdef' }
  const liveServer = await startTestServer({ ...live, STRIPE_API_BASE: mock.url })
  try {
    const [testEvent, liveEvent] = [eventOf('cus_1'), eventOf('cus_1', { livemode: true })]
    expect(await deliver(testEvent, signed(testEvent), liveServer.url)).toBe(400)
    expect(await deliver(liveEvent, signed(liveEvent), liveServer.url)).toBe(200)
    expect(await deliver(liveEvent, signed(liveEvent))).toBe(400)
    expect(await (await fetch(`${liveServer.url}/api/billing/mode`)).json()).toMatchObject({ mode: 'stripe', isTest: false })
  } finally {
    await liveServer.close()
  }
})

test('P3 P5 R42 R43 what happened at Stripe is here after its event, told once, whatever the event says', async () => {
  const payer = await Payer.create(server)
  await payer.tryPlan()
  const customerId = await waitFor(async () => (await payer.account.owner()).customerId)
  await waitFor(async () => mock.customer(customerId).subscriptions.length === 1)
  await waitFor(async () => (await payer.ask('GET', '/getStripeData')).subscriptions.data[0]?.id)
  mock.passTime(customerId, days(8))
  const event = eventOf(customerId, { type: 'invoice.paid' })
  const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(event, signed(event))))
  expect(answers).toEqual(Array(10).fill(200))
  await waitFor(async () => (await payer.standing()) === 'pro unpaid')
  expect((await server.mailTo(payer.account.email)).subject).toBe('Your Pro trial has expired.')
  expect(await server.mailsTo(payer.account.email)).toHaveLength(1)
})

test('P3 a card that asks its holder at Stripe: the secret for its form, and the plan after the event', async () => {
  const payer = await Payer.create(server)
  await payer.addCard(confirmingCard)
  const { clientSecret } = await payer.subscribe({ priceId: priceIdOf('personal', 'yearly') })
  const { customerId } = await payer.account.owner()
  expect(await payer.standing()).toBe('free active')
  mock.confirm(customerId!, clientSecret, true)
  const event = eventOf(customerId!)
  await deliver(event, signed(event))
  await waitFor(async () => (await payer.standing()) === 'personal active')
  expect(await payer.billing()).toMatchObject({
    mode: 'stripe',
    isTest: true,
    publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
    amountCents: 10_800,
  })
})

test('P3 R52 Stripe takes the money and we do not hear of it: nothing is paid here before it is read, and then it is', async () => {
  const payer = await Payer.create(server)
  await payer.addCard(visa)
  for (let times = 0; times < 3; times++) mock.faults.push({ on: /^POST \/v1\/subscriptions$/, when: 'after', how: 'reset' })
  expect(await payer.subscribe({})).toMatchObject({ status: 503, code: 'paymentSlow' })
  expect(await payer.standing()).toBe('free active')
  const { rows } = await server.services.db.execute(
    sql`select run_at > now() as later from graphile_worker.jobs where key = ${`billing-check:${payer.account.ownerId}`}`,
  )
  expect(rows, 'what heals a crash at this moment').toEqual([{ later: true }])
  expect(await payer.subscribe({}), 'the same again').toMatchObject({ billing: { role: 'pro', status: 'active' } })
  expect(await payer.invoices()).toHaveLength(1)
})

const tryAgainNow = (payer: Payer) => runNow(server.services.db, [purchaseJobKey(payer.account.ownerId)])

test('P3 H3 a provider that says nothing: told in words, the page follows, and the plan comes without a second press', async () => {
  const [payer, { payments }] = [await Payer.create(server), server.services]
  await payer.addCard(visa)
  const { subscribe: own, patienceMs } = payments
  let answer = () => {}
  const silence = new Promise<void>((resolve) => {
    answer = resolve
  })
  vi.spyOn(payments, 'subscribe').mockImplementationOnce((...asked) => silence.then(() => own(...asked)))
  payments.patienceMs = 300
  try {
    expect(await payer.subscribe({})).toMatchObject({ status: 503, code: 'paymentSlow' })
  } finally {
    payments.patienceMs = patienceMs
  }
  expect(await payer.billing()).toMatchObject({ role: 'free', isPaying: true })
  expect(await payer.subscribe({}), 'pressed again').toMatchObject({ code: 'paymentUnderWay' })
  answer()
  await waitFor(async () => !(await payer.billing()).isPaying)
  expect(await payer.billing()).toMatchObject({ role: 'pro', status: 'active' })
  expect(await payer.invoices()).toHaveLength(1)
})

test('P3 H3 R52 a purchase whose answer is lost is tried again by itself, and charges once', async () => {
  const payer = await Payer.create(server)
  await payer.addCard(visa)
  for (let times = 0; times < 3; times++) mock.faults.push({ on: /^POST .v1.subscriptions$/, when: 'after', how: 'reset' })
  expect(await payer.subscribe({})).toMatchObject({ code: 'paymentSlow' })
  await tryAgainNow(payer)
  await waitFor(async () => (await payer.standing()) === 'pro active')
  await waitFor(async () => !(await payer.billing()).isPaying)
  expect(await payer.invoices()).toHaveLength(1)
})

test('P3 H3 after an outage in which Stripe keeps its errors for every key, one customer and one plan are made at once', async () => {
  const [payer, { nowMs }] = [await Payer.create(server), mock.world]
  const outage = async (work: () => Promise<unknown>) => {
    mock.outage = /^POST /
    for (let presses = 0; presses < 2; presses++) expect(await work()).toMatchObject({ status: 503, code: 'paymentSlow' })
    mock.outage = null
    mock.world.nowMs = () => nowMs() + 20_000
  }
  try {
    await outage(() => payer.addCard(visa))
    expect(await payer.addCard(visa)).toMatchObject({ card: { last4: '4242' } })
    await outage(() => payer.subscribe({}))
    mock.world.nowMs = () => nowMs() + 40_000
    expect(await payer.subscribe({})).toMatchObject({ billing: { role: 'pro', status: 'active', isPaying: false } })
  } finally {
    Object.assign(mock, { outage: null })
    mock.world.nowMs = nowMs
  }
  const own = [...mock.world.customers.values()].filter((state) => state?.ownerId === payer.account.ownerId)
  expect(own.map((state) => state?.subscriptions.length)).toEqual([1])
})

test('P3 H3 a purchase that was given up and comes late ends no plan that was bought after it, and is given back', async () => {
  const payer = await Payer.create(server)
  await payer.addCard(visa)
  await payer.subscribe({ priceId: businessMonthly })
  const state = mock.customer((await payer.account.owner()).customerId!)
  const { subscriptionId } = subscribe(state, proMonthly, null, testClock().getTime(), state.methodId)
  mock.world.notes.set(subscriptionId, { sampan_key: 'of a purchase before' })
  await readAgain(server.services, payer.account.ownerId)
  expect(await payer.standing()).toBe('business active')
  expect((await payer.invoices()).map(({ status }: { status: string }) => status)).toEqual(['refunded', 'paid'])
})

test('R44 P3 a number of seats that is named beside a card, a checkout or a plan is not read: all is of one', async () => {
  const payer = await Payer.create(server)
  const named = { quantity: -1, seats: -1 }
  const asked = (path: string) => mock.seen.findLast((each) => each.method === 'POST' && each.path === path)?.form
  expect(await payer.ask('POST', '/addCard', { paymentMethodId: visa, ...named })).toMatchObject({ role: 'free' })
  await payer.ask('POST', '/api/stripe/createCheckoutSession', { price_id: proMonthly, ...named })
  expect(asked('/v1/checkout/sessions')?.line_items).toEqual([{ price: expect.any(String), quantity: '1' }])
  expect(await payer.subscribe(named)).toMatchObject({ billing: { role: 'pro', amountCents: 2900 } })
  // Where none is named Stripe takes one.
  expect(asked('/v1/subscriptions')?.items).toEqual([{ price: expect.any(String) }])
  expect(await payer.invoices()).toMatchObject([{ amountCents: 2900, status: 'paid' }])
})

test('P4 the sandbox’s addresses are unknown with a real provider', async () => {
  const payer = await Payer.create(server)
  expect(await payer.pass(60)).toMatchObject({ status: 404, code: 'notFound' })
  const card = { number: '4242424242424242', expMonth: 1, expYear: 2099, cvc: '123' }
  expect(await payer.ask('POST', '/api/sandbox/cards', card)).toMatchObject({ status: 404, code: 'notFound' })
})

test('R46 no key, secret or signature of Stripe is in a log', () => {
  const text = server.logs.join('\n')
  for (const word of [keys.STRIPE_SECRET_KEY, secret, 'v1=', '_secret_']) expect(text.includes(word), word).toBe(false)
})
