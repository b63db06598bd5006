/**
 * R43: the events of a subscription's life, each once, twice or ten times, in any order, while the provider goes on. PAYMENT_LIVES=1000
 * for the long form; PAYMENT_SEED repeats one.
 */
import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import type { CustomerState, Payments, Subscription } from '../../adapters/payments/payments.ts'
import { seeded } from '../../adapters/storage/storage.samples.ts'
import { setCustomer } from '../owners/index.ts'
import { inDays, isBillingAtRest, Payer, subscriptionOf, testCard } from './test-billing.ts'
import { takeEvent } from './webhook.ts'

const lives = Number(process.env.PAYMENT_LIVES ?? 24)
const firstSeed = Number(process.env.PAYMENT_SEED ?? randomInt(1_000_000))
const concurrency = 24

let server: TestServer
const life = new Map<string, { steps: CustomerState[]; at: number }>()
/** Subjects of mails, by whom they went to. */
const mailed = new Map<string, string[]>()
beforeAll(async () => {
  server = await startTestServer()
  const own: Partial<Payments> = {
    // Answers late, so that an old answer may be written after a newer one was.
    read: async (customerId) => {
      const { steps, at } = life.get(customerId)!
      const said = steps[at]!
      for (let turns = randomInt(6); turns > 0; turns--) await server.services.db.execute(sql`select 1`)
      return said
    },
    end: async () => {},
    readEvent: (rawBody) => JSON.parse(rawBody.toString()),
  }
  Object.assign(server.services.payments, own)
  vi.spyOn(server.services.mailer, 'send').mockImplementation(
    async ({ to, subject }) => void mailed.set(to, [...(mailed.get(to) ?? []), subject]),
  )
})
afterAll(() => {
  vi.restoreAllMocks()
  return server?.close()
})

/** Twelve steps: tried, a card, paid, renewed, failed, failed again, unpaid, paid, switched, cancelled, taken back, ended. */
const stepsOf = (id: string): CustomerState[] =>
  [
    [subscriptionOf({ id, status: 'trialing', trialEndsAt: inDays(7) }), null],
    [subscriptionOf({ id, status: 'trialing', trialEndsAt: inDays(7) }), testCard],
    [subscriptionOf({ id }), testCard],
    [subscriptionOf({ id, periodEndsAt: inDays(60) }), testCard],
    [subscriptionOf({ id, status: 'past_due' }), testCard],
    [subscriptionOf({ id, status: 'past_due', periodEndsAt: inDays(61) }), testCard],
    [subscriptionOf({ id, status: 'unpaid' }), testCard],
    [subscriptionOf({ id }), testCard],
    [subscriptionOf({ id, role: 'business', amountCents: 6900 }), testCard],
    [subscriptionOf({ id, role: 'business', isCancelling: true }), testCard],
    [subscriptionOf({ id, role: 'business', isCancelling: false }), testCard],
    [subscriptionOf({ id, role: 'business', status: 'canceled' }), testCard],
  ].map(([subscription, kept]) => ({
    subscriptions: [subscription as Subscription],
    card: kept as typeof testCard | null,
    discount: null,
    creditCents: 0,
  }))

async function live(payer: Payer, seed: number, lastStep: number): Promise<void> {
  const [random, customerId] = [seeded(seed), `cus_${seed}`]
  life.set(customerId, { steps: stepsOf(`sub_${seed}`), at: 0 })
  await setCustomer(server.services.db, payer.account.ownerId, customerId, 'sandbox')
  const events = Array.from({ length: lastStep + 1 }, (_, step) => Array(random(10) < 3 ? 10 : 1 + random(2)).fill(step))
    .flat()
    .map((step) => [random(1_000_000), step] as const)
    .sort(([a], [b]) => a - b)
    .map(([, step]) => step)
  const deliver = (step: number | 'last') =>
    takeEvent(server.services, Buffer.from(JSON.stringify({ id: `${seed}-${step}`, type: 'x', customerId })), 'signed')
  const now = life.get(customerId)!
  const early = events.splice(0, Math.floor(events.length / 2))
  // Half of them while the provider is still going on.
  for (const step of early) {
    await deliver(step)
    now.at = Math.min(lastStep, now.at + 1)
  }
  now.at = lastStep
  await Promise.all(events.map(deliver))
  // The last change has an event of its own, as each has.
  await deliver('last')
}

/** What each of the twelve steps leaves. */
const standings = ['trialing', 'trialing', 'active', 'active', 'past_due', 'past_due', 'unpaid', 'active']
  .map((status) => `pro ${status}`)
  .concat(Array(3).fill('business active'), 'free active')

test(
  `R43 P3 ${lives} orders: what holds in the end is what the provider says, and no mail comes twice`,
  async () => {
    const seeds = Array.from({ length: lives }, (_, nth) => firstSeed + nth)
    while (seeds.length > 0) {
      const lived = await Promise.all(
        seeds
          .splice(0, concurrency)
          .map(async (seed) => ({ seed, last: seed % standings.length, payer: await Payer.create(server) })),
      )
      for (const { seed, payer, last } of lived) await live(payer, seed, last)
      await waitFor(() => isBillingAtRest(server))
      for (const { seed, payer, last } of lived) {
        expect(await payer.standing(), `PAYMENT_SEED=${seed}, step ${last}`).toBe(standings[last])
        const subjects = mailed.get(payer.account.email) ?? []
        expect(new Set(subjects).size, `PAYMENT_SEED=${seed}: ${subjects.join()}`).toBe(subjects.length)
      }
    }
  },
  60_000 + lives * 2500,
)
