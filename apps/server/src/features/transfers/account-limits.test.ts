import { plans } from '@sampan/contract/plans'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { sendingState, sentFiles, uploaded } from '../../../test/support/account-sends.ts'
import { begin } from '../../../test/support/dashboard.ts'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

test('K2 R15 Q16 of 50 sends that race for the last transfer of the month one goes out, the others are told why', async () => {
  const account = await Account.create(server)
  const plans50 = await Promise.all(Array.from({ length: 50 }, () => begin(account, sentFiles)))
  const now = server.services.clock().toISOString().slice(0, 7)
  await server.services.db.execute(sql`insert into month_counts values (${account.ownerId}, ${now}, 9)`)
  const replies = await Promise.all(plans50.map(({ slug }) => account.publish(slug)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = replies.filter(({ json }) => json.error?.code === 'monthUsedUp')
  expect(refused).toHaveLength(49)
  expect(refused[0]!.json.error.message).toBe(
    'Your Free plan comes with 10 transfers a month and resets on the 1st of next month, existing transfers remain downloadable',
  )
  expect(await account.countedTransfers()).toBe(10)
  await account.setOwner({ role: 'personal' })
  expect((await account.publish(plans50.find((_, i) => replies[i]!.status !== 200)!.slug)).status).toBe(200)
})

test('R15 Q16 of 50 uploads begun as a visitor one fits the account that sends them, and the month counts it alone', async () => {
  const browser = new Browser(server)
  await browser.takeTicket()
  const begun = await Promise.all(Array.from({ length: 50 }, () => browser.create(sentFiles)))
  const account = await Account.create(server, { usedBytes: plans.pro.storageBytes - 2000, role: 'pro' }, browser)
  const { reserved } = (await sendingState(server))!
  const replies = await Promise.all(begun.map(({ json }) => account.publish(json.slug)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ json }) => json.error?.message === 'Your storage is now full')).toHaveLength(49)
  expect(await account.countedTransfers()).toBe(1)
  expect(await account.owner()).toMatchObject({ reservedBytes: 2000 })
  expect((await sendingState(server))!.reserved).toBe(reserved)
})

test.each([
  ['revoke', 'accountSuspended'],
  ['past_due', 'planUnpaid'],
  ['unpaid', 'planUnpaid'],
  ['trialing', undefined],
] as const)('Q16 A8 R17 an upload that is whole, and the account %s: %s', async (status, code) => {
  const account = await Account.create(server)
  const plan = await uploaded(account)
  await account.setOwner({ status })
  const before = await sendingState(server)
  const reply = await account.publish(plan.slug)
  expect(reply.json.error?.code).toBe(code)
  if (code) expect(await sendingState(server)).toEqual(before)
})
