/** How long API tokens live, what is known of their use, and what their owner is told (O9). */
import { maxApiTokens } from '@sampan/contract/limits'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { issueAccessToken } from '../../http/access-token.ts'
import { jobsDone } from '../accounts/test-credentials.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const day = 86_400
type Asked = { name?: string; days?: number | null; scopes?: string[] }
const make = async (account: Account, asked: Asked = {}) =>
  (await account.call('POST', '/api/tokens', { name: 'nightly', ...asked })).json
const list = async (account: Account) => (await account.call('GET', '/api/tokens')).json.tokens
const use = async (secret: string, headers: Record<string, string> = {}) =>
  (await new Browser(server).call('GET', '/api/token', undefined, { authorization: `Bearer ${secret}`, ...headers })).json
const subjectsTo = async ({ email }: Account) => {
  await jobsDone(server)
  return (await server.mailsTo(email)).map(({ subject }) => subject ?? '')
}
/** The browser's own session would run out meanwhile. */
const stayIn = ({ userId }: Account) =>
  server.services.db.execute(sql`update sessions set expires_at = '9999-01-01' where user_id = ${userId} and kind = 'browser'`)
/** Its access token lives a quarter of an hour. */
const listedLater = async (account: Account) => {
  await stayIn(account)
  const { rows } = await server.services.db.execute<{ id: string }>(
    sql`select id from sessions where user_id = ${account.userId} and kind = 'browser'`,
  )
  const { secrets, clock } = server.services
  const token = await issueAccessToken(secrets.access, { sessionId: rows[0]!.id, userId: account.userId }, clock())
  const by = { authorization: `Bearer ${token}` }
  return (await account.browser.call('GET', '/api/tokens', undefined, by)).json.tokens
}

test('O9 a token for which nobody says more sends, reads and requests, for 90 days', async () => {
  const account = await Account.create(server)
  const { secret, token } = await make(account)
  expect(token).toMatchObject({ scopes: ['send', 'read', 'requests'], isExpired: false, lastUse: null })
  expect(token.expiresAt - token.createdAt).toBe(90 * day * 1000)
  expect(await use(secret)).toEqual({
    userId: account.userId,
    email: account.email,
    kind: 'token',
    scopes: ['send', 'read', 'requests'],
    expiresAt: token.expiresAt,
  })
})

test('O9 a token lives as long as was chosen, or until it is revoked; no other number is taken', async () => {
  const account = await Account.create(server)
  for (const days of [7, 30, 90, 365]) {
    const { token } = await make(account, { days })
    expect(token.expiresAt - token.createdAt).toBe(days * day * 1000)
  }
  expect((await make(account, { days: null })).token.expiresAt).toBeNull()
  for (const days of [0, 8, -7, 100_000]) expect((await make(account, { days })).error.code).toBe('invalidInput')
})

test('O9 R27 one that has run out is refused, is still shown, notes no use, and leaves its room to another', async () => {
  const account = await Account.create(server)
  const { secret } = await make(account, { days: 7, name: 'short' })
  for (let i = 1; i < maxApiTokens; i++) await make(account, { days: null })
  expect((await make(account)).error.code).toBe('tooManyTokens')
  server.moveClock(7 * day - 300)
  expect((await use(secret)).userId).toBe(account.userId)
  const usedAt = (await listedLater(account)).find(({ name }: Asked) => name === 'short').lastUsedAt
  server.moveClock(600)
  expect((await use(secret)).error.code).toBe('signedOut')
  const shown = (await listedLater(account)).find(({ name }: Asked) => name === 'short')
  expect(shown).toMatchObject({ isExpired: true, lastUsedAt: usedAt })
  const fresh = await Account.create(server)
  expect((await make(fresh)).token.isExpired).toBe(false)
})

test('O9 the list says when a token was used last, from where and by what, to the minute', async () => {
  const account = await Account.create(server)
  const { secret } = await make(account)
  await use(secret, { 'user-agent': 'backup.sh/1.2' })
  const [{ lastUse, lastUsedAt }] = await list(account)
  expect(lastUse).toEqual({ at: lastUsedAt, ip: '127.0.0.1', countryName: '', cityName: '', program: 'backup.sh/1.2' })
  await use(secret, { 'user-agent': 'other/1' })
  expect((await list(account))[0].lastUse).toEqual(lastUse)
  server.moveClock(61)
  // A call that the token may not make is a use too: its owner wants to know of it.
  await new Browser(server).call('GET', '/api/contacts', undefined, {
    authorization: `Bearer ${secret}`,
    'user-agent': 'other/1',
  })
  const [later] = await list(account)
  expect(later.lastUse).toMatchObject({ program: 'other/1' })
  expect(later.lastUsedAt).toBeGreaterThan(lastUsedAt)
})

test('O9 whose account it is is told that a token was made: its name, what it may, until when, and from where', async () => {
  const account = await Account.create(server)
  await make(account, { name: 'Nightly backup', scopes: ['send', 'contacts'] })
  const { subject, text } = await server.mailTo(account.email, /API token was made/)
  expect(subject).toBe('An API token was made for your Sampan account')
  for (const words of ['Nightly backup', 'send files and use contacts', '127.0.0.1', '/dash/tokens'])
    expect(text).toContain(words)
})

const ending = 'Your API token'
test('O9 a week before a token runs out its owner is told once; not of one that was revoked, nor of one that lives only so long', async () => {
  const account = await Account.create(server)
  await make(account, { name: 'thirty', days: 30 })
  await make(account, { name: 'seven', days: 7 })
  await make(account, { name: 'endless', days: null })
  const { token } = await make(account, { name: 'revoked', days: 30 })
  await account.call('DELETE', `/api/tokens/${token._id}`)
  const told = async () => {
    for (let i = 0; i < 2; i++) await server.runJobs('devices:tell-ending-tokens')
    return (await subjectsTo(account)).filter((subject) => subject.startsWith(ending))
  }
  expect(await told()).toEqual([])
  server.moveClock(23 * day - 60)
  expect(await told()).toEqual([])
  server.moveClock(120)
  expect(await told()).toEqual([expect.stringMatching(/^Your API token thirty expires on /)])
  server.moveClock(3 * day)
  expect(await told()).toHaveLength(1)
})
