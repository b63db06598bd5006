/** What replies tell of limits before they are reached, and when they are. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { Browser, type Reply } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'feedback=2/3600,loginAccount=1/900,senderMails=5/86400' })
})
afterAll(() => server?.close())

const told = ({ status, headers }: Reply) => ({
  status,
  policy: headers.get('ratelimit-policy'),
  left: headers.get('ratelimit'),
  retryAfter: headers.get('retry-after'),
})
const say = (account: Account, message: string) =>
  account.call('POST', '/api/feedback', { message, rating: 'Fantastic', route: '/dash', requestKey: message })

test('R18 H2 a reply says how much of its caller’s own limits is left, and the refusal when there is more', async () => {
  const [account, other] = [await Account.create(server), await Account.create(server)]
  const policy = '"feedback";q=2;w=3600'
  expect(told(await say(account, 'one'))).toEqual({ status: 200, policy, left: '"feedback";r=1;t=3600', retryAfter: null })
  server.moveClock(600)
  const second = told(await say(account, 'two'))
  expect(second).toMatchObject({ status: 200, policy, left: expect.stringMatching(/^"feedback";r=0;t=(?:2999|3000)$/) })
  const refused = told(await say(account, 'three'))
  expect(refused).toMatchObject({ status: 429, policy, left: `"feedback";r=0;t=${refused.retryAfter}` })
  expect(told(await say(other, 'one'))).toMatchObject({ left: '"feedback";r=1;t=3600' })
  expect(told(await account.call('GET', '/getQs'))).toEqual({ status: 200, policy: null, left: null, retryAfter: null })
})

test('R18 replies that come at once each tell of their own call', async () => {
  const accounts = await Promise.all(Array.from({ length: 8 }, () => Account.create(server)))
  const replies = await Promise.all(accounts.map((account) => say(account, 'at once')))
  expect(replies.map((reply) => told(reply).left)).toEqual(Array(8).fill('"feedback";r=1;t=3600'))
})

test('R18 T6 sending tells of the mails that the account may send', async () => {
  const account = await Account.create(server)
  const plan = (await account.browser.create([{ path: 'a.bin', bytes: Buffer.from('hello') }])).json
  const emailTo = ['li@example.cn', 'wei@example.cn'].map((email) => ({ email }))
  expect(told(await account.publish(plan.slug, { emailTo }))).toMatchObject({
    status: 200,
    policy: '"senderMails";q=5;w=86400',
    left: '"senderMails";r=3;t=86400',
  })
})

test('R20 limits that others fill too are not told: whoever guesses passwords learns the wait alone', async () => {
  const browser = new Browser(server)
  const guess = () => browser.call('POST', '/combinedAuth', { email: 'anna@example.com', password: 'wrong' })
  await guess()
  expect(told(await guess())).toEqual({ status: 429, policy: null, left: null, retryAfter: expect.any(String) })
})
