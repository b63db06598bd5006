/** What happens at Stripe and is not told here: payments on its pages, ends of periods, trials that could not be made (P3, P5, R43). */
import { priceIdOf } from '@sampan/contract/plans'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { namedMethod } from '../../adapters/payments/sandbox-cards.ts'
import { subscribe } from '../../adapters/payments/sandbox-charges.ts'
import { StripeMock } from '../../adapters/payments/testing/stripe-mock.ts'
import { billingJobs } from './jobs.ts'
import { readAgain } from './read-again.ts'
import { areBillingMailsSent, businessMonthly, confirmingCard, days, Payer, proMonthly, visa } from './test-billing.ts'

let mock: StripeMock
let server: TestServer
const nowMs = () => server.services.clock().getTime()
beforeAll(async () => {
  mock = await StripeMock.start()
  server = await startTestServer({
    STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789abcdef',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
    STRIPE_API_BASE: mock.url,
  })
  await server.services.payments.syncPrices('Sampan')
})
afterAll(() => server?.close().then(() => mock?.close()))

const readDue = () =>
  billingJobs(server.services)
    .timed.find(({ name }) => name === 'billing:read-due')!
    .run({}, { attempt: 1, maxAttempts: 1 })
async function later(seconds: number, work: () => Promise<void>): Promise<void> {
  server.moveClock(seconds)
  try {
    await work()
  } finally {
    server.moveClock(-seconds)
  }
}
const stateOf = async (payer: Payer) => mock.customer((await payer.account.owner()).customerId!)
const checkout = (payer: Payer) => payer.ask('POST', '/api/stripe/createCheckoutSession', { price_id: proMonthly })
/** In the frame of Stripe's. */
async function payCheckout(payer: Payer): Promise<void> {
  const state = await stateOf(payer)
  const method = namedMethod(visa, nowMs())!
  state.methods.push(method)
  subscribe(state, proMonthly, null, nowMs(), method.id)
}

test('P3 R44 of two checkouts the first is closed at Stripe; were both paid all the same, one is given back', async () => {
  const payer = await Payer.create(server)
  await checkout(payer)
  await checkout(payer)
  const { customerId, checkoutId } = await payer.account.owner()
  const sessions = [...mock.world.sessions.values()].filter(({ customer }) => customer === customerId)
  expect(sessions.map(({ status }) => status)).toEqual(['expired', 'open'])
  expect(checkoutId).toBe(sessions[1]!.id)
  await payCheckout(payer)
  await payCheckout(payer)
  await Promise.all([payer.billing(), payer.billing()])
  await readAgain(server.services, payer.account.ownerId)
  expect(await payer.standing()).toBe('pro active')
  const state = await stateOf(payer)
  expect(state.subscriptions.map(({ status }) => status).sort()).toEqual(['active', 'canceled'])
  expect((await payer.invoices()).map(({ status }: { status: string }) => status).sort()).toEqual(['paid', 'refunded'])
  await waitFor(areMailsSent)
  const subjects = (await server.mailsTo(payer.account.email)).map(({ subject }) => subject).sort()
  expect(subjects).toEqual(['We refunded $29', 'Your Pro plan has begun'])
})

const areMailsSent = () => areBillingMailsSent(server)

/** How long before the second purchase the first plan was begun, and how long before it was paid last. */
const spares: [string, { isTrial?: true; passed: number }, string[]][] = [
  ['paid days ago: what was used is kept', { passed: days(3) }, ['paid', 'paid']],
  ['begun as a trial a week ago, and paid an hour ago', { isTrial: true, passed: days(7) + 3600 }, ['paid', 'refunded']],
  ['begun a month ago, and renewed an hour ago', { passed: days(31) + 3600 }, ['paid', 'refunded', 'paid']],
]

test.each(spares)('P3 of two plans the older is ended; %s', async (_, { isTrial, passed }, statuses) => {
  const payer = await Payer.create(server)
  if (isTrial) await payer.tryPlan()
  if (isTrial) await payer.addCard(visa)
  await checkout(payer)
  if (!isTrial) await payCheckout(payer)
  mock.passTime((await payer.account.owner()).customerId!, passed)
  await payCheckout(payer)
  await payer.billing()
  expect((await stateOf(payer)).subscriptions.map(({ status }) => status)).toEqual(['active', 'canceled'])
  expect((await payer.invoices()).map(({ status }: { status: string }) => status)).toEqual(statuses)
  await waitFor(areMailsSent)
  const refundMails = (await server.mailsTo(payer.account.email)).filter(({ text }) => text?.includes('gave $29 back'))
  expect(refundMails).toHaveLength(statuses.includes('refunded') ? 1 : 0)
})

test('P3 what was given back before is not told again when its plan is ended as a spare one, also at a second try', async () => {
  const [payer, { payments }] = [await Payer.create(server), server.services]
  await checkout(payer)
  await payCheckout(payer)
  const { customerId } = await payer.account.owner()
  await payments.refundLast(customerId!, new Date(0))
  await payCheckout(payer)
  vi.spyOn(payments, 'end').mockRejectedValueOnce(new Error('away'))
  await expect(readAgain(server.services, payer.account.ownerId)).rejects.toThrow('away')
  await payer.billing()
  expect((await payer.invoices()).map(({ status }: { status: string }) => status)).toEqual(['paid', 'refunded'])
  await waitFor(areMailsSent)
  expect((await server.mailsTo(payer.account.email)).map(({ subject }) => subject)).toEqual(['Your Pro plan has begun'])
})

test('P3 R52 whoever dies when a second payment was just given back: its mail comes all the same, once', async () => {
  const [payer, { payments }] = [await Payer.create(server), server.services]
  await checkout(payer)
  for (let times = 0; times < 2; times++) await payCheckout(payer)
  const { refundSubscription: own } = payments
  const dies = (...asked: Parameters<typeof own>) => own(...asked).then(() => Promise.reject(new Error('died')))
  vi.spyOn(payments, 'refundSubscription').mockImplementationOnce(dies)
  vi.spyOn(payments, 'end').mockRejectedValueOnce(new Error('away'))
  const again = () => readAgain(server.services, payer.account.ownerId).then(() => 'done', String)
  expect([await again(), await again(), await again()]).toEqual(['Error: died', 'Error: away', 'done'])
  await waitFor(areMailsSent)
  const mails = await server.mailsTo(payer.account.email)
  expect(mails.map(({ text }) => !!text?.includes('gave $29 back')).sort()).toEqual([false, true])
})

test('P3 a checkout that Stripe knows no more keeps nobody from buying', async () => {
  const payer = await Payer.create(server)
  await payer.addCard(visa)
  await checkout(payer)
  mock.world.sessions.delete((await payer.account.owner()).checkoutId!)
  expect(await checkout(payer)).toMatchObject({ clientSecret: expect.any(String) })
  mock.world.sessions.delete((await payer.account.owner()).checkoutId!)
  expect(await payer.subscribe({})).toMatchObject({ billing: { role: 'pro', status: 'active' } })
})

test('P3 R44 ten checkouts at once leave one that can be paid, and a purchase by card leaves none', async () => {
  const payer = await Payer.create(server)
  await payer.addCard(visa)
  await Promise.all(Array.from({ length: 10 }, () => checkout(payer)))
  const { customerId } = await payer.account.owner()
  const open = () => [...mock.world.sessions.values()].filter((each) => each.customer === customerId && each.status === 'open')
  expect(open()).toHaveLength(1)
  await payer.subscribe({})
  expect(open()).toEqual([])
})

test('P3 R43 a checkout that was paid and of which no event tells: the plan is there for whoever looks, and is not sold twice', async () => {
  const payer = await Payer.create(server)
  await checkout(payer)
  expect((await payer.billing()).role).toBe('free')
  await payCheckout(payer)
  expect(await checkout(payer)).toMatchObject({ code: 'planThere' })
  const other = await Payer.create(server)
  await checkout(other)
  await payCheckout(other)
  expect(await other.billing()).toMatchObject({ role: 'pro', status: 'active', card: { last4: '4242' } })
})

test('P3 R43 a checkout that was paid is found for a day though nobody looks, and is not asked after for ever', async () => {
  const payer = await Payer.create(server)
  await checkout(payer)
  await payCheckout(payer)
  await later(days(1), readDue)
  await waitFor(async () => (await payer.standing()) === 'pro active')
  const forgotten = await Payer.create(server)
  await checkout(forgotten)
  await later(days(2), readDue)
  const { rows } = await server.services.db.execute(
    sql`select 1 from graphile_worker.jobs where key = ${`billing-read:${forgotten.account.ownerId}`}`,
  )
  expect(rows).toEqual([])
})

test('P3 R43 a switch that the bank allows later is there without an event', async () => {
  const payer = await Payer.create(server)
  await payer.addCard(visa)
  await payer.subscribe({})
  await payer.addCard(confirmingCard)
  const { prorationDate } = await payer.ask('POST', '/api/billing/preview', { priceId: businessMonthly })
  const asked = await payer.ask('POST', '/api/billing/switch', { priceId: businessMonthly, prorationDate })
  expect(asked).toMatchObject({ needsConfirmation: true, billing: { role: 'pro' } })
  mock.confirm((await payer.account.owner()).customerId!, asked.clientSecret, true)
  expect(await payer.billing()).toMatchObject({ role: 'business', status: 'active' })
})

test('P3 what a period’s end brings hours later is heard of within a day', async () => {
  const payer = await Payer.create(server)
  await payer.addCard(visa)
  await payer.subscribe({})
  ;(await stateOf(payer)).subscriptions[0]!.status = 'past_due'
  await later(days(1) - 3600, readDue)
  expect(await payer.standing()).toBe('pro active')
  await later(days(1) + 3600, readDue)
  await waitFor(async () => (await payer.standing()) === 'pro past_due')
})

test('P5 a trial without a card that Stripe calls active until it has billed: told as a trial, and left at once', async () => {
  const [payer, leaver] = [await Payer.create(server), await Payer.create(server)]
  for (const each of [payer, leaver]) {
    await each.tryPlan()
    await waitFor(async () => (await each.ask('GET', '/getStripeData')).subscriptions.data[0]?.id)
    const [plan] = (await stateOf(each)).subscriptions
    Object.assign(plan!, { status: 'active', trialEndsAt: nowMs() - 60_000, periodEndsAt: nowMs() + days(30) * 1000 })
    await readAgain(server.services, each.account.ownerId)
    expect(await each.standing()).toBe('pro active')
  }
  ;(await stateOf(payer)).subscriptions[0]!.status = 'past_due'
  await readAgain(server.services, payer.account.ownerId)
  expect((await server.mailTo(payer.account.email)).subject).toBe('Your Pro trial has expired.')
  expect(await leaver.ask('POST', '/api/billing/free')).toMatchObject({ role: 'free', status: 'active' })
})

/** As while Stripe has no prices: whatever is tried to be made is refused. */
async function withoutPrices(work: () => Promise<void>): Promise<void> {
  const { payments } = server.services
  const { subscribe: own } = payments
  payments.subscribe = () => Promise.reject(new Error('no price'))
  try {
    await work()
  } finally {
    payments.subscribe = own
  }
}

/** The job that makes the trial has failed once, and is given up. */
async function giveUpTrial({ account }: Payer): Promise<void> {
  const key = `billing-trial:${account.ownerId}`
  const { db } = server.services
  const tried = sql`select 1 from graphile_worker.jobs where key = ${key} and attempts > 0 and locked_at is null`
  await waitFor(async () => (await db.execute(tried)).rows.length === 1)
  await db.execute(sql`select graphile_worker.remove_job(${key})`)
}

test('P5 a trial that could not be made can be left, in its week and after it', async () => {
  for (const path of ['/api/billing/cancel', '/api/billing/free'])
    for (const passed of [0, days(8)]) {
      const payer = await Payer.create(server)
      await withoutPrices(async () => {
        await payer.tryPlan()
        if (passed) await later(passed, async () => void (await readAgain(server.services, payer.account.ownerId)))
        expect(await payer.standing()).toBe(passed ? 'pro unpaid' : 'pro trialing')
        expect(await payer.ask('POST', path), `${path} after ${passed}`).toMatchObject({ role: 'free', status: 'active' })
      })
      expect(await payer.standing()).toBe('free active')
    }
})

test('P5 a trial that could not be made goes on with a card', async () => {
  const late = await Payer.create(server)
  await withoutPrices(async () => {
    await late.tryPlan()
    await giveUpTrial(late)
    await later(days(8), () => readAgain(server.services, late.account.ownerId).then(() => {}))
  })
  expect(await late.addCard(visa)).toMatchObject({ role: 'pro', status: 'active' })
  expect((await late.invoices()).map(({ status }: { status: string }) => status)).toEqual(['paid'])
})

test('P3 a card alone is never charged with a purchase that was given up', async () => {
  const payer = await Payer.create(server)
  await payer.addCard(confirmingCard)
  expect(await payer.subscribe({ priceId: priceIdOf('business', 'yearly') })).toMatchObject({ needsConfirmation: true })
  const kept = await payer.ask('POST', '/addCard', { paymentMethodId: visa, addCardOnly: true })
  expect(kept).toMatchObject({ role: 'free', card: { last4: '4242' } })
  expect(await payer.subscribe({ priceId: priceIdOf('personal', 'monthly') })).toMatchObject({ billing: { role: 'personal' } })
  const invoices: { amountCents: number; status: string }[] = await payer.invoices()
  expect(invoices.filter(({ status }) => status === 'paid')).toHaveLength(1)
})

test('P3 a card alone is not charged with what is owed; without that wish it is', async () => {
  const payer = await Payer.create(server)
  await payer.tryPlan()
  await waitFor(async () => (await payer.ask('GET', '/getStripeData')).subscriptions.data[0]?.id)
  mock.passTime((await payer.account.owner()).customerId!, days(8))
  await readAgain(server.services, payer.account.ownerId)
  expect(await payer.ask('POST', '/addCard', { paymentMethodId: visa, addCardOnly: true })).toMatchObject({ status: 'unpaid' })
  expect(await payer.addCard(visa)).toMatchObject({ status: 'active' })
})

test('H3 R52 each change is looked after in its own time, also soon after another', async () => {
  const payer = await Payer.create(server)
  await payer.addCard(visa)
  await payer.subscribe({})
  const { db } = server.services
  const due = sql`from graphile_worker.jobs where key = ${`billing-check:${payer.account.ownerId}`}`
  await db.execute(sql`select graphile_worker.reschedule_jobs(array(select id ${due}), run_at := now() + interval '20 seconds')`)
  await payer.ask('POST', '/api/billing/cancel')
  const { rows } = await db.execute(sql`select run_at > now() + interval '1 minute' as later ${due}`)
  expect(rows).toEqual([{ later: true }])
})

test('P5 a trial whose job was given up is made with the provider once that is possible', async () => {
  const payer = await Payer.create(server)
  await withoutPrices(async () => {
    await payer.tryPlan()
    await giveUpTrial(payer)
  })
  await later(7200, readDue)
  await waitFor(async () => (await stateOf(payer)).subscriptions.length === 1)
})
