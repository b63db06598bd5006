/** What the owner of an address hears when an account is made with it (A1, A7). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { address } from './test-sign-up.ts'

let server: TestServer
let supported: TestServer
beforeAll(async () => {
  server = await startTestServer()
  supported = await startTestServer({ SUPPORT_EMAIL: 'help@example.com' })
})
afterAll(() => Promise.all([server?.close(), supported?.close()]))

/** An account of an address that its browser verified for sending; the second mail of that address. */
async function madeOn(on: TestServer, more: Record<string, unknown> = {}) {
  const [browser, email] = [new Browser(on, { 'user-agent': 'Harbour Browser' }), address()]
  await browser.verify(email)
  await browser.signUp(email, undefined, more)
  return { email, mail: await on.mailTo(email, 2) }
}

test('A1 A7 an account without a code is told of by mail: from where, when, and what to do', async () => {
  const { mail } = await madeOn(server)
  expect(mail.subject).toBe('An account with Sampan was made with your address')
  expect(mail.text).toMatch(/Device:\s+Harbour Browser/)
  expect(mail.text).toMatch(/Network address:\s+127\.0\.0\.1/)
  expect(mail.text).toMatch(/Made:\s.*UTC/)
  expect(mail.text).toContain('If it was not you, ask whoever runs this service to have the account closed.')
  expect(mail.text).toMatch(/\/login$/m)
})

test('A1 it names the support where there is one, and speaks the language of the account', async () => {
  expect((await madeOn(supported)).mail.text).toContain('write to help@example.com and ask to have the account closed')
  const { mail } = await madeOn(supported, { lang: 'zh' })
  expect(mail.subject).toBe('有人用您的邮箱创建了 Sampan 账户')
  expect(mail.text).toContain('请写信至 help@example.com，要求关闭该账户')
})

test('A1 whoever proved the address with a sign-up code gets no second mail', async () => {
  const [browser, email] = [new Browser(server), address()]
  await browser.signUp(email)
  // A mail that is queued later is there by then.
  await madeOn(server)
  expect(await server.mailsTo(email)).toHaveLength(1)
})
