/** An account that rests is not charged, and its payer's address and name are the provider's too (A5, A8, P3). */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { StripeMock } from '../../adapters/payments/testing/stripe-mock.ts'
import { inTransaction } from '../../db/connect.ts'
import { owners } from '../../db/tables.ts'
import { changeProvider } from './change-provider.ts'
import { endBilling } from './end-billing.ts'
import { readAgain } from './read-again.ts'
import { settleStanding } from './settle-standing.ts'
import { invoiced, isPayerTold, Payer, visa } from './test-billing.ts'

let mock: StripeMock
let server: TestServer
beforeAll(async () => {
  mock = await StripeMock.start()
  server = await startTestServer({
    STRIPE_SECRET_KEY: 'sk_live_0123456789abcdef',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789abcdef',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
    STRIPE_API_BASE: mock.url,
    RATE_LIMITS: 'paymentAccount=5/600,paymentReads=20/600',
  })
  await server.services.payments.syncPrices('Sampan')
})
afterAll(async () => {
  await server?.close()
  await mock?.close()
})

async function paying() {
  const payer = await Payer.create(server)
  await payer.addCard(visa)
  await payer.subscribe({})
  const customerId = (await payer.account.owner()).customerId!
  return { payer, customerId, ownerId: payer.account.ownerId, plan: () => mock.customer(customerId).subscriptions[0]! }
}

const suspend = (ownerId: string, revokedAt: Date | null) =>
  inTransaction(server.services.db, async (tx) => {
    await tx.update(owners).set({ revokedAt }).where(eq(owners.id, ownerId))
    await settleStanding(tx, ownerId)
  })

test('A5 A8 P3 a plan of an account that rests is not charged again, goes on with it, and stays cancelled if its owner did that', async () => {
  const [rests, leaves] = [await paying(), await paying()]
  await leaves.payer.ask('POST', '/api/billing/cancel')
  for (const { ownerId } of [rests, leaves]) await suspend(ownerId, server.services.clock())
  await waitFor(async () => rests.plan().isCancelling)
  for (const { ownerId } of [rests, leaves]) await suspend(ownerId, null)
  await waitFor(async () => !rests.plan().isCancelling)
  expect(leaves.plan().isCancelling).toBe(true)
  expect(await rests.payer.standing()).toBe('pro active')
  expect((await server.mailsTo(rests.payer.account.email)).map(({ subject }) => subject)).toEqual(['Your Pro plan has begun'])
})

test('A5 P3 another name is told to the provider', async () => {
  const { payer, customerId } = await paying()
  expect((await payer.account.call('POST', '/updateProfile', { fullName: 'Li Wei' })).status).toBe(200)
  await waitFor(async () => mock.customer(customerId).name === 'Li Wei')
})

test('P3 company, address and tax number are told to the provider before the first charge and with each change, once', async () => {
  const payer = await Payer.create(server)
  expect(await payer.saveDetails(invoiced)).toEqual(invoiced)
  await payer.addCard(visa)
  const customerId = (await payer.account.owner()).customerId!
  const taxIds = () => (mock.world.taxIds.get(customerId) ?? []).map(({ type, value }) => `${type} ${value}`)
  const told = () => mock.seen.filter(({ method, path }) => method === 'POST' && path === `/v1/customers/${customerId}`)
  expect([mock.customer(customerId).name, taxIds()]).toEqual(['Reed Boats GmbH', ['eu_vat DE123456789']])
  const address = { line1: 'Hafenweg 3', line2: 'Third floor', city: 'Hamburg', postal_code: '20457', state: 'HH', country: 'DE' }
  expect(told()[0]!.form).toMatchObject({ address, invoice_settings: { custom_fields: '' } })

  /** Told again where nothing has changed: by whoever presses twice. */
  const changed = async (more: object) => {
    const before = told().length
    for (let times = 0; times < 2; times++) await payer.saveDetails({ ...invoiced, ...more })
    await waitFor(async () => told().length > before && (await isPayerTold(server, payer.account.ownerId)))
    return [taxIds(), told().at(-1)!.form]
  }
  const cases: [object, string[]][] = [
    [{ country: 'GR', taxNumber: '123456789' }, ['eu_vat EL123456789']],
    [{ country: 'GB', taxNumber: 'GB123456789' }, ['gb_vat GB123456789']],
    [{ country: 'IN', taxNumber: 'ABCDE3456F' }, []],
    [{ country: 'IN', taxNumber: '12ABCDE3456F1ZH' }, ['in_gst 12ABCDE3456F1ZH']],
    [{ country: 'CN', taxNumber: '91310000MA1K35XX8B' }, ['cn_tin 91310000MA1K35XX8B']],
    [{ country: 'US', taxNumber: '123456789' }, ['us_ein 12-3456789']],
    [{ country: 'JP', taxNumber: 'T1234567890123' }, []],
    // Of the right form, and refused by the provider all the same.
    [{ taxNumber: 'DE000000000' }, []],
  ]
  for (const [more, expected] of cases) {
    const [ids, form] = await changed(more)
    const shown = expected.length ? '' : [{ name: 'Tax number', value: (more as typeof invoiced).taxNumber }]
    expect([ids, form], JSON.stringify(more)).toMatchObject([expected, { invoice_settings: { custom_fields: shown } }])
  }
  const none = { company: '', line1: '', line2: '', city: '', postalCode: '', state: '', country: '', taxNumber: '' }
  const [ids, form] = await changed(none)
  expect([ids, form]).toMatchObject([[], { address: '', invoice_settings: { custom_fields: '' } }])
  expect(mock.customer(customerId).name).toBe(payer.account.email)
})

test('P3 A5 a live customer is neither forgotten nor lost by a start without its keys; one that Stripe deleted is', async () => {
  const { payer, customerId, ownerId } = await paying()
  const { db, log, secrets } = server.services
  const sandbox = { ...server.services.payments, mode: 'sandbox' as const, deleteCustomer: async () => {} }
  for (const other of ['sandbox', 'test'] as const) await expect(changeProvider(db, other, log)).rejects.toThrow('live customers')
  await expect(endBilling({ db, secrets, payments: sandbox }, ownerId)).rejects.toThrow('live payments')
  expect(await payer.account.owner()).toMatchObject({ customerId, customerMode: 'live' })
  mock.world.customers.set(customerId, null)
  await readAgain(server.services, ownerId)
  expect(await payer.account.owner()).toMatchObject({ customerId: null, customersForgotten: 1, role: 'free' })
  expect(await payer.addCard(visa)).toMatchObject({ hasCustomer: true, card: { last4: '4242' } })
  expect((await payer.account.owner()).customerId).not.toBe(customerId)
})

test('P3 P4 what was only played is forgotten with the first start that takes money', async () => {
  const { payer, ownerId } = await paying()
  const { db, log } = server.services
  await db.update(owners).set({ customerMode: 'sandbox' }).where(eq(owners.id, ownerId))
  await expect(readAgain(server.services, ownerId)).rejects.toThrow('sandbox payments')
  await changeProvider(db, 'live', log)
  expect(await payer.account.owner()).toMatchObject({ customerId: null, role: 'free', status: 'active', trialUsedAt: null })
  expect(await payer.addCard(visa)).toMatchObject({ hasCustomer: true, card: { last4: '4242' } })
})

test('P3 R19 a plan that is read often leaves its cards to be tried, and is not asked about without end', async () => {
  const { payer } = await paying()
  const read = () => payer.ask('GET', '/getStripeData')
  for (let times = 0; times < 10; times++) expect(await read()).toMatchObject({ metadata: { role: 'pro' } })
  for (let times = 0; times < 10; times++) await payer.invoices()
  expect(await read()).toMatchObject({ status: 429, code: 'rateLimited' })
  expect(await payer.ask('GET', '/api/billing/invoices')).toMatchObject({ status: 429, code: 'rateLimited' })
  expect(await payer.addCard(visa)).toMatchObject({ card: { last4: '4242' } })
})

test('P3 cards are not tried without end', async () => {
  const payer = await Payer.create(server)
  for (let tries = 0; tries < 5; tries++) await payer.addCard('pm_card_chargeDeclined')
  expect(await payer.addCard('pm_card_chargeDeclined')).toMatchObject({ status: 429, code: 'rateLimited' })
  expect(await payer.tryPlan()).toMatchObject({ billing: { status: 'trialing' } })
})
