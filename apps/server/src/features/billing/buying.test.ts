import { type PriceId, priceCents } from '@sampan/contract/plans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { businessMonthly, confirmingCard, days, declinedCard, failsLaterCard, Payer, proMonthly, visa } from './test-billing.ts'
import { billingView, stripeData } from './view.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const paid = async (): Promise<Payer> => {
  const payer = await Payer.create(server)
  await payer.addCard(visa)
  await payer.subscribe({})
  return payer
}

test('P3 a plan that is paid at once needs a card, and comes once however often it is asked for', async () => {
  const payer = await Payer.create(server)
  expect(await payer.subscribe({})).toMatchObject({ status: 402, code: 'cardNeeded' })
  expect(await payer.addCard(visa)).toMatchObject({ role: 'free', card: { brand: 'visa', last4: '4242' }, amountCents: null })
  expect(await payer.subscribe({})).toMatchObject({ billing: { role: 'pro', status: 'active', amountCents: 2900 } })
  expect(await payer.subscribe({})).toMatchObject({ billing: { role: 'pro', status: 'active' } })
  expect(await payer.subscribe({ priceId: businessMonthly })).toMatchObject({ code: 'planThere' })
  expect(await payer.invoices()).toHaveLength(1)
})

test('P3 20 purchases at once charge once', async () => {
  const payer = await Payer.create(server)
  await payer.addCard(visa)
  const wishes = Array.from({ length: 20 }, (_, at) => payer.subscribe({ priceId: at % 2 ? proMonthly : businessMonthly }))
  const answers = await Promise.all(wishes)
  for (const answer of answers.filter(({ billing }) => !billing)) expect(['paymentUnderWay', 'planThere']).toContain(answer.code)
  expect(answers.some(({ billing }) => billing?.status === 'active')).toBe(true)
  expect(await payer.invoices()).toHaveLength(1)
})

test('P3 P4 a declined card buys nothing and is told beside the form', async () => {
  const payer = await Payer.create(server)
  expect(await payer.addCard(declinedCard)).toMatchObject({ status: 402, code: 'cardDeclined' })
  expect((await payer.billing()).card).toBe(null)
  await payer.addCard(failsLaterCard)
  expect(await payer.subscribe({})).toMatchObject({ code: 'cardDeclined' })
  expect(await payer.standing()).toBe('free active')
  expect(await payer.invoices()).toMatchObject([{ status: 'void' }])
  await payer.addCard(visa)
  expect(await payer.subscribe({})).toMatchObject({ billing: { status: 'active' } })
})

test('P3 P4 a card that asks its holder: nothing is given before, all after, and a no is a no', async () => {
  const payer = await Payer.create(server)
  await payer.addCard(confirmingCard)
  const asked = await payer.subscribe({})
  expect(asked).toMatchObject({ needsConfirmation: true, billing: { role: 'free' } })
  // Left at the question: no plan is shown, and where it goes on.
  const unfinished = { role: 'pro', period: 'monthly', amountCents: 2900 }
  expect(await payer.billing()).toMatchObject({ role: 'free', period: null, amountCents: null, mayTry: false, unfinished })
  expect(await payer.confirm(asked.clientSecret, false)).toMatchObject({ code: 'cardDeclined' })
  expect(await payer.standing()).toBe('free active')
  const again = await payer.subscribe({})
  expect(await payer.confirm(again.clientSecret, true)).toMatchObject({
    billing: { role: 'pro', status: 'active', unfinished: null },
  })
  expect(await payer.confirm(again.clientSecret, true)).toMatchObject({ billing: { role: 'pro' } })
  const statuses = (await payer.invoices()).map(({ status }: { status: string }) => status)
  expect(statuses).toEqual(['paid', 'void'])
})

test('P3 an embedded checkout: its secret, then the plan, once', async () => {
  const payer = await Payer.create(server)
  const { clientSecret } = await payer.ask('POST', '/api/stripe/createCheckoutSession', {
    price_id: proMonthly,
    role: 'teamelite',
  })
  const finish = () => payer.ask('POST', '/api/sandbox/checkout', { clientSecret, paymentMethodId: visa })
  expect(await finish()).toMatchObject({ billing: { role: 'pro', status: 'active' } })
  expect(await finish()).toMatchObject({ billing: { role: 'pro' } })
  expect(await payer.invoices()).toHaveLength(1)
  expect(await payer.ask('POST', '/api/stripe/createCheckoutSession', { price_id: proMonthly })).toMatchObject({
    code: 'planThere',
  })
})

const openSession = async (payer: Payer): Promise<string> =>
  (await payer.ask('POST', '/api/stripe/createCheckoutSession', { price_id: proMonthly })).clientSecret
const finishSession = (payer: Payer, clientSecret: string, more: object = {}) =>
  payer.ask('POST', '/api/sandbox/checkout', { clientSecret, paymentMethodId: visa, ...more })

test('P3 R44 of checkouts in two windows the one that was opened last can be paid, once', async () => {
  const payer = await Payer.create(server)
  const [first, second] = [await openSession(payer), await openSession(payer)]
  expect(await finishSession(payer, first)).toMatchObject({ status: 404, code: 'notYours' })
  expect(await finishSession(payer, second)).toMatchObject({ billing: { role: 'pro' } })
  expect(await payer.invoices()).toHaveLength(1)
})

test('P3 a discount is taken off what is charged and told, and shown while its redeem_by is ahead', async () => {
  const payer = await Payer.create(server)
  const secret = await openSession(payer)
  expect(await finishSession(payer, secret, { promotionCode: 'TEST99' })).toMatchObject({ fields: { promotionCode: 'invalid' } })
  const { billing } = await finishSession(payer, secret, { promotionCode: 'test20 ' })
  expect(billing).toMatchObject({ amountCents: 2900, discountedCents: 2320, discount: { percentOff: 20 } })
  const preview = await payer.ask('POST', '/api/billing/preview', { priceId: businessMonthly })
  expect(preview).toMatchObject({ dueNowCents: 5520 - 2320, creditCents: 2320, nextCents: 5520 })
  // Past the next period's end, and before the one after that.
  await payer.pass(days(59))
  expect((await payer.invoices()).map(({ amountCents }: { amountCents: number }) => amountCents)).toEqual([2320, 2320])
  expect(await payer.billing()).toMatchObject({ discount: { percentOff: 20 }, discountedCents: 2900 })
  const { redeemBy } = (await payer.billing()).discount
  for (const [seconds, percentOff] of [
    [-1, 20],
    [1, undefined],
  ] as const) {
    const then = { ...server.services, clock: () => new Date(redeemBy + seconds * 1000) }
    const { ownerId } = payer.account
    expect((await billingView(then, ownerId)).discount?.percentOff, `${seconds} s`).toBe(percentOff)
    expect((await stripeData(then, ownerId)).discount?.coupon.percent_off, `${seconds} s`).toBe(percentOff)
  }
})

test('P3 R44 P7 all fields of the specification’s checkout are taken; role and company say nothing', async () => {
  const payer = await Payer.create(server)
  const { userId, email } = payer.account
  const named = { customer_email: email, client_reference_id: userId, mongo_id: userId, company: 'Acme', role: 'teamelite' }
  const origin = { referrer: 'https://example.org/', endorsely_referral: 'r1' }
  const body = { price_id: proMonthly, ...named, ...origin }
  const { clientSecret } = await payer.ask('POST', '/api/stripe/createCheckoutSession', body)
  expect(await finishSession(payer, clientSecret)).toMatchObject({ billing: { role: 'pro', amountCents: 2900 } })
})

test('P3 R44 a switch shows its proration before, and costs just that', async () => {
  const payer = await paid()
  await payer.pass(days(10))
  const preview = await payer.ask('POST', '/api/billing/preview', { priceId: businessMonthly })
  const { dueNowCents, creditCents, nextCents, prorationDate } = preview
  expect(nextCents).toBe(priceCents.business.monthly)
  expect(creditCents).toBeGreaterThan(1500)
  expect(dueNowCents).toBeGreaterThan(2000)
  const switched = { priceId: businessMonthly, prorationDate, role: 'teamelite' }
  expect(await payer.ask('POST', '/api/billing/switch', { ...switched, prorationDate: prorationDate - 7200 })).toMatchObject({
    code: 'previewOld',
  })
  expect(await payer.ask('POST', '/api/billing/switch', switched)).toMatchObject({
    billing: { role: 'business', amountCents: 6900 },
  })
  expect(await payer.ask('POST', '/api/billing/switch', switched)).toMatchObject({ billing: { role: 'business' } })
  expect((await payer.invoices()).map(({ amountCents }: { amountCents: number }) => amountCents)).toEqual([dueNowCents, 2900])
})

test('P3 a switch whose card fails leaves the old plan', async () => {
  const payer = await paid()
  await payer.addCard(failsLaterCard)
  const { prorationDate } = await payer.ask('POST', '/api/billing/preview', { priceId: businessMonthly })
  const answer = await payer.ask('POST', '/api/billing/switch', { priceId: businessMonthly, prorationDate })
  expect(answer).toMatchObject({ code: 'cardDeclined' })
  expect(await payer.standing()).toBe('pro active')
})

test('P3 P4 what is owed is paid by the card that is kept, after a no, and after its holder said yes', async () => {
  const payer = await paid()
  const pay = () => payer.ask('POST', '/api/billing/pay')
  const keep = (paymentMethodId: string) => payer.ask('POST', '/addCard', { paymentMethodId, addCardOnly: true })
  await keep(failsLaterCard)
  await payer.pass(days(32))
  expect(await payer.standing()).toBe('pro past_due')
  expect(await pay()).toMatchObject({ status: 402, code: 'cardDeclined' })
  await keep(confirmingCard)
  const asked = await pay()
  expect(asked).toMatchObject({ needsConfirmation: true, billing: { status: 'past_due' } })
  expect(await payer.confirm(asked.clientSecret, true)).toMatchObject({ billing: { role: 'pro', status: 'active' } })
  expect(await pay(), 'nothing is owed any more').toMatchObject({ billing: { status: 'active' } })
  expect((await payer.invoices()).map(({ status }: { status: string }) => status)).toEqual(['paid', 'paid'])
  expect(await (await Payer.create(server)).ask('POST', '/api/billing/pay')).toMatchObject({ code: 'cardNeeded' })
})

test('P3 cancelled, a plan goes on to the end of what is paid, may be taken back, and ends', async () => {
  const payer = await paid()
  expect(await payer.ask('POST', '/api/billing/cancel')).toMatchObject({ isCancelling: true, renewsAt: null, status: 'active' })
  expect((await server.mailTo(payer.account.email, 2)).subject).toContain('Pro plan ends on')
  expect(await payer.ask('POST', '/api/billing/resume')).toMatchObject({ isCancelling: false, endsAt: null })
  const { endsAt } = await payer.ask('POST', '/api/billing/cancel')
  expect(endsAt).toBeGreaterThan(server.services.clock().getTime() + days(27) * 1000)
  await payer.pass(days(32))
  expect(await payer.standing()).toBe('free active')
  expect(await payer.billing()).toMatchObject({ period: null, card: { last4: '4242' } })
  expect(await payer.ask('POST', '/api/billing/cancel')).toMatchObject({ code: 'noPlan' })
})

test('P3 invoices have a PDF of their own, marked as test', async () => {
  const payer = await paid()
  const [{ id }] = await payer.invoices()
  const reply = await fetch(`${server.url}/api/billing/invoices/${id}/pdf`, {
    headers: { authorization: `Bearer ${payer.account.accessToken}` },
  })
  expect(reply.headers.get('content-type')).toBe('application/pdf')
  const bytes = Buffer.from(await reply.arrayBuffer())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.toString('latin1')).toContain('Test mode')
})

test('P3 /getStripeData answers with the names of the specification', async () => {
  const payer = await paid()
  const { customerId } = await payer.account.owner()
  const data = await payer.ask('GET', '/getStripeData', undefined, { stripeId: customerId! })
  expect(data).toMatchObject({
    metadata: { role: 'pro' },
    subscriptions: {
      data: [{ status: 'active', plan: { amount: 2900, nickname: 'pro monthly' }, metadata: { period: 'monthly', role: 'pro' } }],
    },
    invoice_settings: { default_payment_method: { card: { brand: 'visa', last4: '4242' } } },
    discount: null,
  })
  expect(data.subscriptions.data[0].current_period_end).toBeGreaterThan(server.services.clock().getTime() / 1000 + days(27))
})

test('P4 the sandbox takes test cards alone, and those that have not run out', async () => {
  const payer = await Payer.create(server)
  const card = (more: object) =>
    payer.ask('POST', '/api/sandbox/cards', { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2099, cvc: '123', ...more })
  expect(await card({ number: '4111111111111111' })).toMatchObject({ status: 400, fields: { number: 'invalid' } })
  expect(await card({ expYear: 2020 })).toMatchObject({ code: 'cardDeclined' })
  expect(await card({ expMonth: 13 })).toMatchObject({ status: 400, fields: { expMonth: 'invalid' } })
  const { paymentMethodId } = await card({})
  expect(await payer.addCard(paymentMethodId)).toMatchObject({ card: { last4: '4242', expMonth: 12, expYear: 2099 } })
})

test('P4 a card runs out in its time', async () => {
  const payer = await Payer.create(server)
  const soon = new Date(server.services.clock().getTime() + days(40) * 1000)
  const card = { number: '4242424242424242', expMonth: soon.getUTCMonth() + 1, expYear: soon.getUTCFullYear(), cvc: '123' }
  const { paymentMethodId } = await payer.ask('POST', '/api/sandbox/cards', card)
  await payer.addCard(paymentMethodId)
  await payer.subscribe({})
  await payer.pass(days(95))
  expect((await payer.standing()).split(' ')[1]).toMatch(/past_due|unpaid/)
})

test('P3 P6 what a cheaper plan leaves is told and taken off the next switch, and what the account goes on as', async () => {
  const payer = await Payer.create(server)
  await payer.account.setOwner({ givenRole: 'personal' })
  await payer.addCard(visa)
  await payer.subscribe({ priceId: businessMonthly })
  const preview = (priceId: PriceId) => payer.ask('POST', '/api/billing/preview', { priceId })
  const { prorationDate } = await preview(proMonthly)
  const { billing } = await payer.ask('POST', '/api/billing/switch', { priceId: proMonthly, prorationDate })
  expect(billing).toMatchObject({ role: 'pro', amountCents: 2900, discountedCents: 2900, leftRole: 'personal' })
  expect(billing.creditCents).toBeGreaterThan(3900)
  expect((await preview(businessMonthly)).dueNowCents).toBeLessThan(100)
})
