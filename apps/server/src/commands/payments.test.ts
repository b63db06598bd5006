/** The operator and money: the refund of 30 days, and prices in Stripe. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer, waitFor } from '../../test/support/test-server.ts'
import { StripeMock } from '../adapters/payments/testing/stripe-mock.ts'
import { owners } from '../db/tables.ts'
import { endBilling } from '../features/billing/index.ts'
import { days, Payer, visa } from '../features/billing/test-billing.ts'
import type { Command } from './command.ts'
import { refund } from './refund.ts'
import { stripePrices } from './stripe-prices.ts'
import { callCommand, commandActs, poolOf } from './test-store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

async function call(command: Command, operands: string[], config = server.services.config) {
  const out: string[] = []
  const code = await callCommand(command, config, poolOf(server).options, { values: {}, operands }, out)
  return { code, lines: out }
}
const paid = async (): Promise<Payer> => {
  const payer = await Payer.create(server)
  await payer.addCard(visa)
  await payer.subscribe({})
  return payer
}

test('P5 O5 O11 the last payment is given back once, the plan ends, and its owner is told', async () => {
  const payer = await paid()
  const { email } = payer.account
  const { code, lines } = await call(refund, [email])
  expect([code, lines]).toEqual([0, [`$29 given back to ${email} (test mode: no money was moved). The plan has ended.`]])
  expect(await payer.standing()).toBe('free active')
  expect(await payer.invoices()).toMatchObject([{ status: 'refunded', amountCents: 2900 }])
  // A mail of the plan's end would have been queued before it.
  expect((await server.mailTo(email, /refunded/)).subject).toBe('We refunded $29')
  expect(await server.mailsTo(email)).toHaveLength(2)
  const send = vi.spyOn(server.services.mailer, 'send')
  await call(refund, [email])
  const mails = sql`select 1 from graphile_worker.jobs where task_identifier = 'billing:mail'`
  await waitFor(async () => (await server.services.db.execute(mails)).rows.length === 0)
  // The file mailer keeps a mail of one Message-ID once; a mail server would send it again.
  expect(send).not.toHaveBeenCalled()
  expect(await commandActs(server)).toEqual([`refunded ${email} $29`])
  await expect(call(refund, ['nobody@example.com'])).rejects.toThrow('There is no account')
  await expect(call(refund, [(await Payer.create(server)).account.email])).rejects.toThrow('paid nothing')
})

test('P5 P6 whom a plan’s end leaves with what the operator gave is told of that, not of Free', async () => {
  const payer = await Payer.create(server)
  const { ownerId, email } = payer.account
  await server.services.db.update(owners).set({ givenRole: 'personal' }).where(eq(owners.id, ownerId))
  await payer.addCard(visa)
  await payer.subscribe({})
  await payer.ask('POST', '/api/billing/cancel')
  const { text } = await server.mailTo(email, /ends on/)
  expect(text).toContain('your account goes on as Personal')
})

test('P5 after 30 days nothing is given back', async () => {
  const payer = await paid()
  await payer.ask('POST', '/api/billing/cancel')
  await payer.pass(days(31))
  await expect(call(refund, [payer.account.email])).rejects.toThrow('paid nothing in the last 30 days')
})

test('P3 O5 prices are made in Stripe from the role table, and a second call changes nothing', async () => {
  await expect(call(stripePrices, [])).rejects.toThrow('STRIPE_SECRET_KEY')
  const mock = await StripeMock.start()
  const config = { ...server.services.config, stripeSecretKey: 'sk_test_0123456789abcdef', stripeApiBase: mock.url }
  const { lines } = await call(stripePrices, [], config)
  expect(lines).toHaveLength(6)
  expect(lines[3]).toMatch(/^sampan_pro_yearly +\$228 {2}made$/)
  expect((await call(stripePrices, [], config)).lines.every((line) => line.endsWith('kept'))).toBe(true)
  expect(mock.world.prices.map(({ unit_amount }) => unit_amount)).toEqual([1200, 10_800, 2900, 22_800, 6900, 58_800])
  await mock.close()
})

test('A5 R45 an account that goes leaves nothing with the provider and no row of its payments', async () => {
  const payer = await paid()
  const { ownerId } = payer.account
  const { customerId } = await payer.account.owner()
  await endBilling(server.services, ownerId)
  await endBilling(server.services, ownerId)
  await expect(server.services.payments.read(customerId!)).rejects.toThrow('unknown')
  expect(await payer.billing()).toMatchObject({ hasCustomer: false, card: null, period: null })
})
