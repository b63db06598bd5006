import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { endBilling } from './end-billing.ts'
import { billingJobs } from './jobs.ts'
import { readAgain } from './read-again.ts'
import { days, failsLaterCard, Payer, proMonthly, visa } from './test-billing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

test('P4 P5 a trial: begun without a card, a reminder on day 5, unpaid at its end, links live on, a card sets it going', async () => {
  const payer = await Payer.create(server)
  const { account } = payer
  expect(await payer.billing()).toMatchObject({ mode: 'sandbox', isTest: true, role: 'free', mayTry: true, hasCustomer: false })
  const tried = await payer.tryPlan()
  expect(tried).toMatchObject({
    needsConfirmation: false,
    billing: { role: 'pro', status: 'trialing', trialDaysLeft: 7, card: null },
  })
  expect(await payer.standing()).toBe('pro trialing')

  await payer.pass(days(4))
  expect(await payer.billing()).toMatchObject({ trialDaysLeft: 3, status: 'trialing', renewsAt: null, hasCustomer: true })
  await payer.pass(days(1) + 60)
  expect((await server.mailTo(account.email)).subject).toContain('trial ends on')
  await payer.pass(days(2))
  expect((await server.mailTo(account.email, 2)).subject).toBe('Your Pro trial has expired.')
  expect(await payer.standing()).toBe('pro unpaid')
  expect(await payer.billing()).toMatchObject({ trialDaysLeft: 0, amountCents: 2900, period: 'monthly', mayTry: false })
  expect((await account.declare([{ path: 'a', size: 1 }])).json.error.code).toBe('planUnpaid')

  expect(await payer.addCard(visa)).toMatchObject({ status: 'active', card: { last4: '4242' }, needsConfirmation: false })
  expect(await payer.standing()).toBe('pro active')
  expect(await payer.invoices()).toMatchObject([{ amountCents: 2900, status: 'paid', hasPdf: true }])
  expect((await server.mailTo(account.email, 3)).subject).toBe('Your Pro plan has begun')
})

test('P5 P4 a trial with a card is paid at its end, renews, fails into grace, and is unpaid after its retries', async () => {
  const payer = await Payer.create(server)
  await payer.tryPlan()
  expect(await payer.addCard(visa)).toMatchObject({ status: 'trialing', card: { last4: '4242' } })
  expect((await payer.billing()).renewsAt).toBeGreaterThan(server.services.clock().getTime() + days(6) * 1000)
  await payer.pass(days(5) + 60)
  expect((await server.mailTo(payer.account.email)).text).toContain('On that day $29 is charged to your card')
  await payer.pass(days(2))
  expect(await payer.billing()).toMatchObject({ status: 'active', trialDaysLeft: null })
  await payer.pass(days(32))
  expect(await payer.invoices()).toHaveLength(2)
  await payer.addCard(failsLaterCard)
  await payer.pass(days(31))
  expect(await payer.standing()).toBe('pro past_due')
  expect((await server.mailTo(payer.account.email, 2)).subject).toContain('could not charge')
  await payer.pass(days(9) + 60)
  expect(await payer.standing()).toBe('pro unpaid')
  expect(await payer.ask('POST', '/api/billing/free')).toMatchObject({ role: 'free', status: 'active', period: null })
  expect(await payer.standing()).toBe('free active')
  const subjects: (string | undefined)[] = []
  for (const nth of [1, 2, 3, 4]) subjects.push((await server.mailTo(payer.account.email, nth)).subject)
  expect(subjects).toEqual([
    expect.stringContaining('trial ends on'),
    'We could not charge your card for the Pro plan',
    'Your Pro plan is unpaid',
    'Your Pro plan with Sampan has ended',
  ])
})

test('P5 R44 one trial for each owner ever, of plans on sale only, and not beside a plan', async () => {
  const payer = await Payer.create(server)
  expect(await payer.subscribe({ priceId: 'sampan_teamelite_monthly', trial: true })).toMatchObject({ status: 400 })
  await payer.tryPlan()
  expect(await payer.tryPlan(), 'an answer that was lost').toMatchObject({ billing: { status: 'trialing' } })
  expect(await payer.tryPlan('sampan_business_monthly')).toMatchObject({ code: 'planThere' })
  expect(await payer.ask('POST', '/api/billing/free')).toMatchObject({ role: 'free', mayTry: false })
  expect(await payer.tryPlan()).toMatchObject({ status: 409, code: 'trialUsed' })
  expect(await payer.standing()).toBe('free active')
})

test('P5 50 trials at once are one', async () => {
  const payer = await Payer.create(server)
  const answers = await Promise.all(Array.from({ length: 50 }, () => payer.tryPlan()))
  expect(answers.filter(({ billing }) => billing?.status === 'trialing')).toHaveLength(50)
  await waitFor(async () => (await payer.ask('GET', '/getStripeData')).subscriptions.data[0]?.id)
  const { subscriptions } = await server.services.payments.read((await payer.account.owner()).customerId!)
  expect(subscriptions).toHaveLength(1)
})

test('A1 P5 P7 a plan that was chosen at sign-up begins its trial; an unknown one is Free', async () => {
  for (const [role, standing] of [
    ['pro', 'pro trialing'],
    ['teamelite', 'free active'],
    ['free', 'free active'],
  ] as const) {
    const [browser, email] = [new Browser(server), `${role}@signup.example.com`]
    const code = await browser.askCode('/newsignupverify', email)
    await browser.call('POST', '/newsignupverify', { email, verifyComplete: code })
    const { json } = await browser.call('POST', '/signup2', {
      email,
      password: 'correct horse battery',
      role,
      period: 'monthly',
      endorsely_referral: 'ref-7',
    })
    expect(`${json.user.role} ${json.user.status}`).toBe(standing)
  }
})

test('P5 R44 an address has one trial, also when its account is deleted and made again', async () => {
  const signUp = async (email: string) => {
    const browser = new Browser(server)
    const code = await browser.askCode('/newsignupverify', email)
    await browser.call('POST', '/newsignupverify', { email, verifyComplete: code })
    const { json } = await browser.call('POST', '/signup2', {
      email,
      password: 'correct horse battery',
      role: 'pro',
      period: 'monthly',
    })
    const { rows } = await server.services.db.execute<{ owner_id: string }>(
      sql`select owner_id from users where email = ${email}`,
    )
    return { standing: `${json.user.role} ${json.user.status}`, token: json.accessToken, ownerId: rows[0]!.owner_id }
  }
  const leave = async (email: string, ownerId: string) => {
    // Nobody else has this owner's row under its hands.
    const busy = sql`select 1 from graphile_worker.jobs where task_identifier like 'billing:%' and (locked_at is not null or run_at <= now())`
    await waitFor(async () => (await server.services.db.execute(busy)).rows.length === 0)
    await endBilling(server.services, ownerId)
    await server.services.db.execute(sql`update users set email = id || '@gone.example.com' where email = ${email}`)
  }
  const [first, second] = ['washed@example.com', 'washed-too@example.com']
  const account = await signUp(first)
  expect(account.standing).toBe('pro trialing')
  // Under another address, it was the same account's.
  await server.services.db.execute(sql`update users set email = ${second} where email = ${first}`)
  await leave(second, account.ownerId)
  for (const email of [first, second, 'washed+again@example.com']) {
    const again = await signUp(email)
    expect(again.standing).toBe('free active')
    const headers = { authorization: `Bearer ${again.token}` }
    const view = await fetch(`${server.url}/api/billing`, { headers })
    expect(await view.json()).toMatchObject({ mayTry: false, role: 'free' })
  }
  expect((await signUp('fresh@example.com')).standing).toBe('pro trialing')

  const forget = billingJobs(server.services).timed.find(({ name }) => name === 'billing:delete-old-trials')!
  for (const [passed, standing] of [
    [days(729), 'free active'],
    [days(731), 'pro trialing'],
  ] as const) {
    server.moveClock(passed)
    await forget.run({}, { attempt: 1, maxAttempts: 1 })
    server.moveClock(-passed)
    expect((await signUp(`washed+${passed}@example.com`)).standing).toBe(standing)
  }
})

test('P5 a trial that the provider never heard of is over at its end all the same', async () => {
  const payer = await Payer.create(server)
  const { payments } = server.services
  const { makeCustomer } = payments
  payments.makeCustomer = () => Promise.reject(new Error('away'))
  try {
    await payer.tryPlan()
    expect(await payer.standing()).toBe('pro trialing')
    server.moveClock(days(8))
    await readAgain(server.services, payer.account.ownerId)
    expect(await payer.standing()).toBe('pro unpaid')
  } finally {
    payments.makeCustomer = makeCustomer
    server.moveClock(-days(8))
  }
  await payer.addCard()
  expect(await payer.subscribe({ priceId: proMonthly })).toMatchObject({ billing: { status: 'active' } })
})
