/** Timed reminders, which nobody stops for others; and how many people one request may ask, over its whole life. */
import { expirySeconds } from '@sampan/contract/plans'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { inTransaction } from '../../db/connect.ts'
import { mailboxKey } from '../../http/mailbox-rate.ts'
import { takeRates } from '../../http/rate-limit.ts'

const daySeconds = 86_400
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'senderMails=100/7200,recipientMails=50/86400' })
})
afterAll(() => server?.close())

const now = () => server.services.clock().getTime()
let people = 0
const newPerson = () => ({ email: `supplier${++people}@example.com` })

async function ask(account: Account, more: Record<string, unknown> = {}): Promise<RequestDetail> {
  const body = { title: 'Papers', sendAs: 'email', emailTo: [newPerson()], ...more }
  const { status, json } = await account.call('POST', '/api/requests', body)
  expect([status, json]).toMatchObject([201, {}])
  return json
}
async function remindAfter(seconds: number): Promise<void> {
  server.moveClock(seconds)
  await server.runJobs('requests:remind')
  await server.runJobs('requests:mailSupplier')
}
const reminders = async (email: string | null) =>
  (await server.mailsTo(email!)).filter(({ subject }) => subject?.startsWith('Reminder')).length
const due = (days: number) => ({ dueAt: now() + days * daySeconds * 1000 })

test('R7 R3 what nobody has changed is sent before, on and after the due day, while the link lives', async () => {
  const account = await Account.create(server)
  const { request, suppliers } = await ask(account, due(3.5))
  expect(request).toMatchObject({ remindDays: [-3, 0, 3], graceSeconds: 7 * daySeconds })
  const [{ email, linkUrl }] = suppliers as [RequestDetail['suppliers'][number]]
  const counts: number[] = []
  for (const days of [0.4, 0.2, 1.9, 0.6, 3, 0.5]) {
    await remindAfter(days * daySeconds)
    counts.push(await reminders(email))
  }
  expect(counts).toEqual([0, 1, 1, 2, 2, 3])
  expect((await new Supplier(server, linkUrl!).look()).json).toMatchObject({ state: 'open', isLate: true })
})

test.each([
  ['a plan with links of any life', 'pro', 20, 7, 27, [-3, 0, 3]],
  ['a plan with a week', 'free', 20, 7, 7, []],
  ['a plan with a week, due within it', 'free', 5, 7, 7, [-3, 0]],
  ['no grace', 'pro', 5, 0, 7, [-3, 0]],
] as const)(
  'R7 %s: until when the link lives, and which reminders are offered',
  async (_what, role, dueDays, graceDays, endDays, days) => {
    const account = await Account.create(server, { role })
    const from = now()
    const daysTo = ({ expiryDate }: RequestDetail['request']) => Math.round((expiryDate! - from) / (daySeconds * 1000))
    const asked = { ...due(dueDays), graceSeconds: graceDays * daySeconds, expirySeconds: expirySeconds.week, sendAs: 'link' }
    const { request } = await ask(account, { ...asked, emailTo: [] })
    expect([daysTo(request), request.remindDays]).toEqual([endDays, days])
    const later = { ...due(dueDays + 10), expirySeconds: expirySeconds.week }
    const changed = (await account.call('PATCH', `/api/requests/${request.slug}`, later)).json.request
    expect(daysTo(changed)).toBe(role === 'free' ? 7 : dueDays + 10 + graceDays)
  },
)

/** So many of a rate are taken by something else. */
const take = (name: 'senderMails' | 'recipientMails', key: string, times: number) =>
  inTransaction(server.services.db, (tx) =>
    takeRates(tx, server.services.config.rateLimits[name], key, server.services.clock(), times),
  )

test('R3 R7 who was reminded by hand as often as may be is reminded by time all the same, and so is everybody else', async () => {
  const [account, other] = [await Account.create(server), await Account.create(server)]
  const times = { ...due(3.5), remindDays: [-3] }
  const [first, second] = [await ask(account, times), await ask(other, times)]
  // By hand on the same day, within the window that the rate counts.
  server.moveClock(600)
  const byHand = async () => {
    // The time between two of them is over.
    await server.services.db.execute(sql`update suppliers set reminded_at = reminded_at - interval '11 minutes'`)
    return account.call('POST', `/api/requests/${first.request.slug}/reminders`, {})
  }
  const said = [await byHand(), await byHand(), await byHand(), await byHand()]
  expect(said.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  await remindAfter(0.6 * daySeconds)
  expect([await reminders(first.suppliers[0]!.email), await reminders(second.suppliers[0]!.email)]).toEqual([4, 1])
})

test('R3 a mailbox that is full keeps nobody else of its request from being reminded', async () => {
  const account = await Account.create(server)
  const made = await ask(account, { ...due(3.5), remindDays: [-3], emailTo: [newPerson(), newPerson()] })
  const [full, free] = made.suppliers.map(({ email }) => email!)
  await take('recipientMails', mailboxKey(full!), 49)
  await remindAfter(0.6 * daySeconds)
  expect([await reminders(full!), await reminders(free!)]).toEqual([0, 1])
})

test('R3 one request that fails is one request’s, is tried again later, and hundreds that are over hold nobody up', async () => {
  const { db } = server.services
  const [account, other] = [await Account.create(server), await Account.create(server)]
  const times = { ...due(3.5), remindDays: [-3] }
  const [failing, fine] = [await ask(account, times), await ask(other, times)]
  const { rows } = await db.execute<{ name: string }>(
    sql`select column_name as name from information_schema.columns where table_name = 'file_requests'`,
  )
  const own = ['id', 'slug', 'request_key', 'due_at']
  const same = sql.raw(
    rows
      .map(({ name }) => name)
      .filter((name) => !own.includes(name))
      .join(', '),
  )
  await db.execute(sql`
    insert into file_requests (slug, due_at, ${same})
    select 'over' || n, due_at - interval '30 days', ${same} from file_requests, generate_series(1, 450) n
    where slug = ${fine.request.slug}`)
  server.moveClock(0.6 * daySeconds)
  await take('senderMails', account.ownerId, 100)
  const both = async () => [await reminders(failing.suppliers[0]!.email), await reminders(fine.suppliers[0]!.email)]
  await remindAfter(0)
  const over = await db.execute(sql`select from file_requests where slug like 'over%' and next_remind_at is not null`)
  expect([await both(), over.rows]).toEqual([[0, 1], []])
  await remindAfter(7300)
  expect(await both()).toEqual([1, 1])
})

test('R1 K1 everybody who was ever asked counts, also when many are asked at once', async () => {
  const account = await Account.create(server)
  const made = await ask(account, { emailTo: [newPerson(), newPerson(), newPerson()] })
  const { slug } = made.request
  const add = (emailTo: { email: string }[]) => account.call('POST', `/api/requests/${slug}/suppliers`, { emailTo })
  const [first] = made.suppliers
  expect((await account.call('DELETE', `/api/requests/${slug}/suppliers/${first!._id}`)).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: 8 }, () => add([newPerson()])))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 403, 403, 403, 403, 403])
  for (const { _id } of made.suppliers.slice(1)) await account.call('DELETE', `/api/requests/${slug}/suppliers/${_id}`)
  for (const emailTo of [[newPerson()], [{ email: first!.email! }]]) {
    const { status, json } = await add(emailTo)
    expect([status, json.error]).toMatchObject([403, { code: 'tooManyAsked', details: { limit: 6 } }])
  }
  const { json } = await account.call('GET', `/api/requests/${slug}`)
  expect(json.suppliers).toHaveLength(3)
})
