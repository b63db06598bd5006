/** Statistics of time: how soon Stripe gets its answer. */
import Stripe from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { testClock } from '../../../test/support/clock.ts'
import { startTestServer } from '../../../test/support/test-server.ts'
import { StripeMock } from '../../adapters/payments/testing/stripe-mock.ts'
import { Payer, visa } from './test-billing.ts'

const secret = 'whsec_0123456789abcdef'
/** What an answer may take, and how much slower than one alone those are that come together on a machine that is busy. */
const [answerMs, maxSlower] = [2000, 3]

test('P3 R42 events that come together are answered about as soon as one alone', async () => {
  const mock = await StripeMock.start()
  onTestFinished(() => mock.close())
  const server = await startTestServer({
    STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789abcdef',
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_API_BASE: mock.url,
  })
  onTestFinished(() => server.close())
  await server.services.payments.syncPrices('Sampan')
  const eventOf = async (id: string): Promise<string> => {
    const payer = await Payer.create(server)
    await payer.addCard(visa)
    const { customerId: customer } = await payer.account.owner()
    const data = { object: { id: 'sub_x', object: 'subscription', customer } }
    return JSON.stringify({ id, object: 'event', type: 'invoice.paid', livemode: false, data })
  }
  const msOf = async (payload: string): Promise<number> => {
    const begunAt = performance.now()
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({
        payload,
        secret,
        timestamp: Math.floor(testClock().getTime() / 1000),
      }),
    }
    expect((await fetch(`${server.url}/api/stripe/webhook`, { method: 'POST', body: payload, headers })).status).toBe(200)
    return performance.now() - begunAt
  }
  const aloneMs = await msOf(await eventOf('evt_1'))
  const event = await eventOf('evt_2')
  const took = await Promise.all(Array.from({ length: 10 }, () => msOf(event)))
  expect(Math.max(...took), 'milliseconds').toBeLessThan(Math.max(answerMs, maxSlower * aloneMs))
})
