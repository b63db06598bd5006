import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const files = [{ path: 'a.bin', bytes: randomBytes(10) }]
const hoursAgo = (hours: number) => String(server.services.clock().getTime() - hours * 3_600_000)
const check = async (browser: Browser, lastVisit?: string, headers = {}) =>
  (await browser.call('GET', '/anonCheck', undefined, { ...(lastVisit && { lastvisit: lastVisit }), ...headers })).json
const nothing = { toSave: 0, slug: null, email: null, isDue: false }

test('A7 a browser hears of what it sent itself, from six hours after the first visit on', async () => {
  const browser = new Browser(server)
  expect(await check(browser, hoursAgo(100))).toEqual(nothing)
  const senderEmail = 'sent.before@example.com'
  await browser.send(files, { senderEmail })
  const { slug } = (await browser.send(files, { senderEmail })).json
  expect(await check(browser, hoursAgo(5.99))).toEqual({ toSave: 2, slug, email: senderEmail, isDue: false })
  expect(await check(browser, hoursAgo(6))).toMatchObject({ toSave: 2, isDue: true })
  const other = { senderEmail: 'another.of.mine@example.com' }
  const { slug: newest } = (await browser.send(files, other)).json
  expect(await check(browser)).toEqual({ toSave: 1, slug: newest, email: other.senderEmail, isDue: false })
  for (const odd of ['', 'soon', '-1', '1e3', '9'.repeat(40)]) expect((await check(browser, odd)).isDue, odd).toBe(false)
  expect(await check(new Browser(server), hoursAgo(6))).toEqual(nothing)
})

test('A7 claiming needs the mailbox: an account of another address leaves it, one of the same takes it over', async () => {
  const browser = new Browser(server)
  const senderEmail = 'the.mailbox@example.com'
  await browser.send(files, { senderEmail })
  const other = new Browser(server)
  await other.signUp('somebody.else@example.com')
  expect((await other.withAccess('GET', '/getQs')).json.allDocs).toEqual([])
  expect(await check(browser)).toMatchObject({ toSave: 1 })
  await browser.signUp(senderEmail)
  expect((await browser.withAccess('GET', '/getQs')).json.allDocs).toHaveLength(1)
  expect(await check(browser)).toEqual(nothing)
  expect(await check(browser, hoursAgo(6), { authorization: `Bearer ${browser.accessToken}` })).toEqual(nothing)
  expect((await browser.call('GET', '/anonCheck', undefined, { authorization: 'Bearer nonsense' })).status).toBe(401)
})
