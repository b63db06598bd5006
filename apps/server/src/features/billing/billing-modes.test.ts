/** What is for sale by BILLING, the keys of Stripe and PUBLIC_URL, at the door (O10). */
import { type PaidRole, plans, setSharedRole } from '@sampan/contract/plans'
import * as billing from '@sampan/contract/routes/billing'
import { routes } from '@sampan/contract/routes/index'
import * as licences from '@sampan/contract/routes/licences'
import * as sandbox from '@sampan/contract/routes/sandbox'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { Browser, type Reply } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { inTransaction } from '../../db/connect.ts'
import { putSubscription } from './queries-billing.ts'
import { inDays } from './test-billing.ts'

async function start(env: Record<string, string>): Promise<TestServer> {
  const server = await startTestServer(env)
  onTestFinished(() => server.close())
  return server
}

const far = { PUBLIC_URL: 'http://files.example.com' }
const keys = {
  STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789abcdef',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  STRIPE_API_BASE: 'http://127.0.0.1:1',
}
const testCard = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2190, cvc: '123' }

/** The role of somebody who comes with a test card and takes Business, and what a refused card is told. */
async function withTestCard(server: TestServer): Promise<string> {
  const account = await Account.create(server)
  const card = await account.call('POST', '/api/sandbox/cards', testCard)
  if (card.status !== 201) return card.json.error.code
  await account.call('POST', '/addCard', { paymentMethodId: card.json.paymentMethodId })
  const bought = await account.call('POST', '/create-subscription', { priceId: 'sampan_business_monthly' })
  return bought.json.billing.role
}

test.each([
  ['at a local address', {}, 'business', null],
  ['by its keys', { ...keys, ...far }, 'notFound', null],
  ['off, with keys', { BILLING: 'off', ...keys }, 'billingOff', null],
  ['at a public address, as it came', far, 'billingOff', /Nothing is for sale .*BILLING=off.*STRIPE_….*BILLING=sandbox/s],
  ['off at a public address', { BILLING: 'off', ...far }, 'billingOff', null],
  [
    'as a sandbox at a public address, because its operator says so',
    { BILLING: 'sandbox', ...far },
    'business',
    /^WARNING: BILLING=sandbox/,
  ],
])('O10 %s a test card makes nobody Business but in a sandbox', async (_, env, told, notice) => {
  const server = await start(env as Record<string, string>)
  expect(await withTestCard(server)).toBe(told)
  const said = server.services.config.billingNotice
  if (notice) expect(said).toMatch(notice)
  else expect(said).toBe(null)
})

const sale = [billing, sandbox, licences].flatMap((group): unknown[] => Object.values(group))
const selling = routes.filter((route) => sale.includes(route) && route !== billing.stripeWebhook)

const limitsOf = async (account: Account) => (await account.call('POST', '/folderSize', {})).json
const told = (role: PaidRole | 'free') => {
  const { storageBytes, transfersPerMonth, contacts } = plans[role]
  return { storageBytes, transfersPerMonth, contactLimit: contacts }
}
const refusalOf = ({ json }: Reply): string | undefined => json.error?.code

test.each([
  [undefined, 'business'],
  ['free', 'free'],
] as const)(
  'O10 with BILLING_PLAN=%s every account has %s, whatever is stored of it, and who has none stays a guest',
  async (name, role) => {
    const server = await start({ BILLING: 'off', ...(name && { BILLING_PLAN: name }) })
    for (const stored of ['free', 'pro', 'teamelite', 'Gold']) {
      const account = await Account.create(server, { role: stored, status: stored === 'pro' ? 'unpaid' : 'active' })
      expect((await account.call('POST', '/updateProfile', {})).json.user).toMatchObject({ role, plan: role, status: 'active' })
      expect(await limitsOf(account)).toMatchObject(told(role))
      expect((await account.declare([{ path: 'a.bin', size: 1 }])).status).toBe(201)
      expect(refusalOf(await account.declare([{ path: 'b.bin', size: plans[role].uploadBytes + 1 }]))).toBe('overTransferLimit')
      expect(await account.owner()).toMatchObject({ role: stored, status: stored === 'pro' ? 'unpaid' : 'active' })
    }
    const guest = new Browser(server)
    await guest.takeTicket()
    const many = Array.from({ length: plans.anon.files + 1 }, (_, at) => ({ path: `${at}.txt`, size: 1 }))
    expect(refusalOf(await guest.withTicket('POST', '/api/uploads', { files: many }))).toBe('tooManyFiles')
  },
)

test('O10 every call about plans, money and codes says so, a sign-up begins no trial, nobody hears of one, and what is stored comes back', async () => {
  const server = await start({ BILLING: 'off' })
  const account = await Account.create(server)
  expect(selling.length).toBeGreaterThan(18)
  for (const { method, path } of selling) {
    const reply = await account.call(method, path.replace(':invoiceId', 'in_1'), method === 'GET' ? undefined : {})
    expect([reply.status, refusalOf(reply)], path).toEqual([409, 'billingOff'])
  }
  const user = await new Browser(server).signUp('new@harbour.example', undefined, { role: 'pro', period: 'monthly' })
  expect(user).toMatchObject({ role: 'business', status: 'active' })
  const { rows } = await server.services.db.execute(sql`select o.role, count(s.*)::int as plans from owners o
    left join subscriptions s on s.owner_id = o.id where o.key = ${user._id} group by o.id`)
  expect(rows).toEqual([{ role: 'free', plans: 0 }])
  const trial = { subscriptionId: 'sub_1', status: 'trialing', role: 'pro', period: 'monthly', amountCents: 2900 } as const
  const dates = { trialEndsAt: inDays(1), periodEndsAt: inDays(1), createdAt: inDays(0), readAt: inDays(0) }
  await inTransaction(server.services.db, (tx) =>
    putSubscription(tx, { ownerId: account.ownerId, ...trial, ...dates, isCancelling: false }),
  )
  await server.runJobs('billing:remind')
  await server.runJobs('billing:mail')
  expect(await server.mailsTo(account.email)).toEqual([])
  expect(await limitsOf(account)).toMatchObject(told('business'))
  setSharedRole(null)
  expect(await limitsOf(account)).toMatchObject(told('free'))
})
