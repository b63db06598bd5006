/** Whoever names another's customer, invoice or secret learns nothing and changes nothing (R26, R44). */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wordsOf } from '../../../test/support/pdf-text.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { users } from '../../db/tables.ts'
import { confirmingCard, invoiced, isPayerTold, Payer, proMonthly, visa } from './test-billing.ts'

let server: TestServer
let [victim, thief]: Payer[] = []
beforeAll(async () => {
  server = await startTestServer()
  victim = await Payer.create(server)
  thief = await Payer.create(server)
  await victim.addCard(visa)
  await victim.subscribe({})
  await thief.addCard(visa)
})
afterAll(() => server?.close())

const foreign = { status: 404, code: 'notYours' }

test('R26 R44 P3 H4 a foreign customer, account or address is refused in every call that takes one', async () => {
  const { account } = victim!
  const { customerId } = await account.owner()
  expect(await thief!.ask('GET', '/getStripeData', undefined, { stripeId: customerId! })).toMatchObject(foreign)
  for (const named of [{ stripeCustomerId: customerId }, { SSuserId: account.userId }]) {
    expect(await thief!.ask('POST', '/addCard', { paymentMethodId: visa, ...named })).toMatchObject(foreign)
    expect(await thief!.subscribe(named)).toMatchObject(foreign)
  }
  const sessions = [
    { stripe_customerid: customerId },
    { customer: customerId },
    { mongo_id: account.userId },
    { client_reference_id: account.userId },
    { customer_email: account.email },
  ]
  for (const named of sessions)
    expect(await thief!.ask('POST', '/api/stripe/createCheckoutSession', { price_id: proMonthly, ...named })).toMatchObject(
      foreign,
    )
  expect(await thief!.standing()).toBe('free active')
})

test('H1 R26 an account is told its plan and its own customer; whoever acts under another’s root is told no customer', async () => {
  const { customerId, id } = await victim!.account.owner()
  const userOf = async (payer: Payer) => (await payer.account.call('POST', '/updateProfile', {})).json.user
  const user = await userOf(victim!)
  expect(user).toMatchObject({ role: 'pro', plan: 'pro', stripeId: customerId, isSumo: { isSumo: false, code1: '' } })
  expect(await victim!.ask('GET', '/getStripeData', undefined, { stripeId: user.stripeId })).toMatchObject({
    metadata: { role: 'pro' },
  })
  const member = await Payer.create(server)
  await server.services.db.update(users).set({ ownerId: id }).where(eq(users.id, member.account.userId))
  expect(await userOf(member)).toMatchObject({ role: 'pro', plan: 'pro', stripeId: '' })
  await victim!.account.setOwner({ role: 'a word of tomorrow' })
  expect(await userOf(victim!)).toMatchObject({ role: 'undefined', plan: 'free' })
  await victim!.account.setOwner({ role: 'pro' })
})

test('R26 P3 a foreign invoice, card, confirmation or checkout is unknown', async () => {
  const [{ id }] = await victim!.invoices()
  expect(await thief!.ask('GET', `/api/billing/invoices/${id}/pdf`)).toMatchObject(foreign)
  const card = { number: '4242424242424242', expMonth: 1, expYear: 2099, cvc: '123' }
  const { paymentMethodId } = await victim!.ask('POST', '/api/sandbox/cards', card)
  expect(await thief!.addCard(paymentMethodId)).toMatchObject(foreign)
  const other = await Payer.create(server)
  await other.addCard(confirmingCard)
  const { clientSecret } = await other.subscribe({})
  expect(await thief!.confirm(clientSecret, true)).toMatchObject(foreign)
  const session = await other.ask('POST', '/api/stripe/createCheckoutSession', { price_id: proMonthly })
  const stolen = { clientSecret: session.clientSecret, paymentMethodId: visa }
  expect(await thief!.ask('POST', '/api/sandbox/checkout', stolen)).toMatchObject(foreign)
  expect(await other.standing()).toBe('free active')
})

test('R44 the role is the price’s, whatever is named beside it', async () => {
  const payer = await Payer.create(server)
  await payer.addCard(visa)
  const dear = { priceId: 'sampan_personal_monthly', role: 'teamelite', seats: -1, amount: 1, metadata: { role: 'teamelite' } }
  expect(await payer.subscribe(dear)).toMatchObject({ billing: { role: 'personal', amountCents: 1200 } })
})

test('R44 R25 A8 a suspended account pays for nothing, but may read its plan and invoices, and cancel', async () => {
  const payer = await Payer.create(server)
  await payer.addCard(visa)
  await payer.subscribe({})
  await payer.account.setOwner({ status: 'revoke', revokedAt: server.services.clock() })
  for (const answer of [await payer.addCard(visa), await payer.subscribe({}), await payer.ask('POST', '/api/billing/portal')])
    expect(answer).toMatchObject({ status: 403, code: 'accountSuspended' })
  const [{ id }] = await payer.invoices()
  for (const path of ['/api/billing', '/getStripeData', '/api/billing/invoices', `/api/billing/invoices/${id}/pdf`])
    expect((await payer.account.call('GET', path)).status, path).toBeLessThan(400)
  expect(await payer.ask('POST', '/api/billing/cancel')).toMatchObject({ isCancelling: true, status: 'revoke' })
})

test('P3 R26 an invoice of the test mode names company, address and tax number, and nobody else reads or changes them', async () => {
  const payer = await Payer.create(server)
  await payer.addCard(visa)
  await payer.saveDetails({ ...invoiced, stripeCustomerId: (await victim!.account.owner()).customerId })
  await waitFor(() => isPayerTold(server, payer.account.ownerId))
  await payer.subscribe({})
  const [{ id }] = await payer.invoices()
  const pdf = await fetch(`${server.url}/api/billing/invoices/${id}/pdf`, {
    headers: { authorization: `Bearer ${payer.account.accessToken}` },
  })
  const text = wordsOf(Buffer.from(await pdf.arrayBuffer()))
  for (const line of ['Reed Boats GmbH', 'Hafenweg 3', 'Third floor', '20457 Hamburg HH DE', 'DE 123 456 789'])
    expect(text).toContain(line)
  expect(await payer.ask('GET', '/api/billing/details')).toEqual(invoiced)
  for (const other of [victim!, thief!])
    expect(await other.ask('GET', '/api/billing/details')).toMatchObject({ company: '', country: '', taxNumber: '' })
})

test('H1 P3 what may not stand on an invoice is told by its field', async () => {
  const wrong = [
    [{ country: 'XX' }, 'country'],
    [{ country: 'de' }, 'country'],
    [{ country: '', taxNumber: '' }, 'country'],
    [{ line1: '', line2: '', city: '', postalCode: '', state: '', country: '' }, 'country'],
    [{ taxNumber: 'DE12345678' }, 'taxNumber'],
    [{ country: 'GB', taxNumber: 'GB12' }, 'taxNumber'],
    [{ country: 'JP', taxNumber: 'none' }, 'taxNumber'],
    [{ company: 'x'.repeat(151) }, 'company'],
    [{ line1: undefined }, 'line1'],
  ] as const
  for (const [more, field] of wrong)
    expect(await thief!.saveDetails({ ...invoiced, ...more }), JSON.stringify(more)).toMatchObject({
      status: 400,
      code: 'invalidInput',
      fields: { [field]: expect.anything() },
    })
  expect(await thief!.ask('GET', '/api/billing/details')).toMatchObject({ company: '' })
  expect(await thief!.saveDetails({ ...invoiced, taxNumber: '12/345/67890' })).toMatchObject({ taxNumber: '12/345/67890' })
})

test('H1 bad input is told by its fields', async () => {
  const bad = [
    ['/addCard', {}, 'paymentMethodId'],
    ['/addCard', { paymentMethodId: '../x' }, 'paymentMethodId'],
    ['/create-subscription', { priceId: 'price_1' }, 'priceId'],
    ['/api/stripe/createCheckoutSession', { price_id: 7 }, 'price_id'],
    ['/api/billing/preview', { priceId: '__proto__' }, 'priceId'],
    ['/api/billing/switch', { priceId: proMonthly, prorationDate: 1.5 }, 'prorationDate'],
    ['/api/sandbox/clock', { advanceSeconds: -1 }, 'advanceSeconds'],
    ['/api/sandbox/confirm', { clientSecret: '', isAllowed: true }, 'clientSecret'],
  ] as const
  for (const [path, body, field] of bad) {
    const answer = await thief!.ask('POST', path, body)
    expect(answer, path).toMatchObject({ status: 400, code: 'invalidInput' })
    expect(Object.keys(answer.fields), path).toContain(field)
  }
})
