/** A call whose answer was lost comes again, with the Idempotency-Key that it had: answered as the first time, and done once (H3). */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser, type Reply } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { askLink, jobsDone, newPassword, newToken, signedIn, tokenOf, tryLogIn } from './test-credentials.ts'
import { password } from './test-sign-up.ts'

let server: TestServer
beforeAll(async () => {
  const RATE_LIMITS = 'signUpNetwork=1000/60,codeNetwork=1000/60,resetNetwork=1000/60,loginNetwork=1000/60'
  server = await startTestServer({ RATE_LIMITS, SUPPORT_EMAIL: 'help@example.com' })
})
afterAll(() => server?.close())

const keyed = (key: string) => ({ 'idempotency-key': key })
/** One that loses its answer, two that race, and one later. */
async function repeated(call: (key: string) => Promise<Reply>, key = randomUUID()): Promise<Reply[]> {
  const first = await call(key)
  return [first, ...(await Promise.all([call(key), call(key)])), await call(key)]
}
const raced = (call: (key: string) => Promise<Reply>, key = randomUUID()) =>
  Promise.all(Array.from({ length: 10 }, () => call(key)))
const plain = (replies: Reply[]) => new Set(replies.map(({ status, json }) => JSON.stringify([status, json])))
const mailCount = async (email: string) => {
  await jobsDone(server)
  return (await server.mailsTo(email)).length
}

test('H3 an API token is made once, and told again to the same call of the same session alone', async () => {
  const { browser, email } = await signedIn(server)
  const make = (from: Browser) => (key: string) => from.withAccess('POST', '/api/tokens', { name: 'Nightly' }, keyed(key))
  const key = randomUUID()
  const replies = await raced(make(browser), key)
  expect(plain(replies).size).toBe(1)
  expect([replies[0]!.status, replies[0]!.json.token.name]).toEqual([201, 'Nightly'])
  const { secret } = (await make(browser)(key)).json
  expect(secret).toBe(replies[0]!.json.secret)
  const { tokens } = (await browser.withAccess('GET', '/api/tokens')).json
  expect(tokens).toHaveLength(1)
  expect((await browser.call('GET', '/getQs', undefined, { authorization: `Bearer ${secret}` })).status).toBe(200)

  const other = new Browser(server)
  await other.logIn(email, password)
  const [another, elsewhere] = [await make(browser)(randomUUID()), await make(other)(key)]
  expect(new Set([secret, another.json.secret, elsewhere.json.secret]).size).toBe(3)
  const { rows } = await server.services.db.execute(sql`select * from api_tokens`)
  expect(JSON.stringify(rows)).not.toContain(secret)
})

test('H3 a code for a new address is mailed once', async () => {
  const { browser } = await signedIn(server)
  const email = `new-${randomUUID()}@example.com`
  const begin = (key: string) => browser.withAccess('POST', '/api/account/email', { email, password }, keyed(key))
  const replies = await repeated(begin)
  expect([plain(replies).size, replies[0]!.status]).toEqual([1, 200])
  expect(await mailCount(email)).toBe(1)
  expect((await begin(randomUUID())).status).toBe(200)
  expect(await mailCount(email)).toBe(2)
})

test('H3 a link to a new password is mailed once, also where the first answer took its cookie with it, and stays good', async () => {
  const { email } = await signedIn(server)
  const before = await mailCount(email)
  const ask = (key: string) => askLink(new Browser(server), email, keyed(key))
  expect(plain(await repeated(ask))).toEqual(new Set([JSON.stringify([200, { ok: true }])]))
  expect(await mailCount(email)).toBe(before + 1)
  const token = tokenOf((await server.mailsTo(email)).at(-1)!)
  expect((await new Browser(server).call('POST', '/passTokenCheck', { token })).status).toBe(202)
  expect((await ask(randomUUID())).status).toBe(200)
  expect(await mailCount(email)).toBe(before + 2)
})

test('H3 R24 a password set by a link is set once; the same call again is told so, any other that the link is dead', async () => {
  const { email } = await signedIn(server)
  const token = await newToken(server, email)
  const before = await mailCount(email)
  const set = (key: string, to = newPassword) =>
    new Browser(server).call('POST', '/resetPassword', { token, password: to }, keyed(key))
  const key = randomUUID()
  expect(plain(await raced(set, key))).toEqual(new Set([JSON.stringify([200, { ok: true }])]))
  expect((await set(key, 'a third sampan at noon')).status).toBe(200)
  expect((await set(randomUUID())).json.error.code).toBe('resetLinkDead')
  expect(await mailCount(email)).toBe(before + 1)
  expect((await tryLogIn(server, email, newPassword)).status).toBe(200)
})

test('H3 T7 what somebody says is kept and mailed once, by the key of the call too', async () => {
  const { browser } = await signedIn(server)
  const say = (key: string) =>
    browser.withAccess('POST', '/api/feedback', { message: 'Calm', rating: 'Fine', route: '/dash' }, keyed(key))
  expect(plain(await repeated(say))).toEqual(new Set([JSON.stringify([200, { ok: true }])]))
  await server.runJobs('feedback:mail')
  const { text } = await server.mailTo('help@example.com')
  expect(text!.match(/Calm/g)).toHaveLength(1)
})
