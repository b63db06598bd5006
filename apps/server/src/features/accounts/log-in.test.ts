import { rateLimits } from '@sampan/contract/rate-limits'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { floodPasswords } from '../../../test/support/flood-passwords.ts'
import { Browser, type Reply } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { address, password } from './test-sign-up.ts'

const { loginAccount, loginNetwork } = rateLimits

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'signUpNetwork=1000/3600,codeNetwork=1000/3600' })
})
// Every test begins with untouched limits.
beforeEach(() => server.moveClock(loginNetwork.windowSeconds + 1))
afterAll(() => server?.close())

const logIn = (browser: Browser, email: string, typed: string, headers: Record<string, string> = {}): Promise<Reply> =>
  browser.call('POST', '/combinedAuth', { email, password: typed }, headers)
const count = (replies: Reply[], status: number) => replies.filter((reply) => reply.status === status).length
const refused = {
  status: 401,
  json: { error: { code: 'loginFailed', message: 'Unable to log in with provided credentials' } },
}

async function account() {
  const [owner, email] = [new Browser(server), address()]
  const user = await owner.signUp(email)
  return { owner, email, user }
}

/** Uses up the tries that strangers have for an account. */
async function useUp(email: string): Promise<void> {
  for (let i = 0; i < loginAccount.max; i++) expect(await logIn(new Browser(server), email, 'wrong')).toMatchObject(refused)
}

const sessionsOf = async (userId: string) =>
  (
    await server.services.db.execute<{ ended_at: string | null }>(
      sql`select * from sessions where user_id = ${userId} order by created_at`,
    )
  ).rows

describe('logging in', () => {
  test('A2 the address is read as it was at sign-up, and log-ins are counted', async () => {
    const { email, user } = await account()
    const { status, json } = await logIn(new Browser(server), ` ${email.toUpperCase()} `, password)
    expect(status).toBe(200)
    expect(json).toEqual({ accessToken: expect.any(String), refreshToken: null, user: { ...user, loginCount: 2 } })
  })

  test.each([
    ['a wrong password', 'another boat'],
    ['the password with a space behind it', `${password} `],
    ['another case', password.toUpperCase()],
  ])('A2 %s is refused with the words for it', async (_, typed) => {
    const { email } = await account()
    expect(await logIn(new Browser(server), email, typed)).toMatchObject(refused)
  })

  test('A3 replaces the session that the browser had, whoever it belonged to', async () => {
    const [first, second] = [await account(), await account()]
    await first.owner.logIn(second.email)
    expect((await sessionsOf(first.user._id)).map((row) => row.ended_at !== null)).toEqual([true])
    expect((await sessionsOf(second.user._id)).map((row) => row.ended_at !== null)).toEqual([false, false])
  })

  test('A8 a suspended account signs in and is told that it is', async () => {
    const { email, user } = await account()
    await server.services.db.execute(sql`update owners set status = 'revoke' where key = ${user._id}`)
    expect((await new Browser(server).logIn(email)).status).toBe('revoke')
  })
})

describe('tries', () => {
  test('R19 10 wrong ones an account, then the right password waits too, and is good after the window', async () => {
    const { email } = await account()
    await useUp(email)
    const blocked = await logIn(new Browser(server), email, password)
    expect(blocked).toMatchObject({ status: 429, json: { error: { code: 'rateLimited' } } })
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(loginAccount.windowSeconds - 60)
    // What was blocked prolongs nothing.
    server.moveClock(loginAccount.windowSeconds / 2)
    for (let i = 0; i < 3; i++) expect((await logIn(new Browser(server), email, 'wrong')).status).toBe(429)
    server.moveClock(loginAccount.windowSeconds / 2 + 1)
    expect((await logIn(new Browser(server), email, password)).status).toBe(200)
  })

  test('R19 exactly 10 are looked at when 50 race, for an address without account just as well', async () => {
    const { email } = await account()
    for (const each of [email, address()]) {
      server.moveClock(loginNetwork.windowSeconds + 1)
      const replies = await Promise.all(Array.from({ length: 50 }, () => logIn(new Browser(server), each, 'wrong')))
      expect([count(replies, 401), count(replies, 429)]).toEqual([loginAccount.max, 50 - loginAccount.max])
    }
  })

  test('R19 a forged X-Forwarded-For counts for nothing: 30 wrong ones a network address over all accounts', async () => {
    const replies = []
    for (let i = 0; i < loginNetwork.max + 5; i++) {
      const forged = { 'x-forwarded-for': `203.0.113.${i}`, forwarded: `for=203.0.113.${i}`, 'x-real-ip': `203.0.113.${i}` }
      replies.push(await logIn(new Browser(server), address(), 'wrong', forged))
    }
    expect([count(replies, 401), count(replies, 429)]).toEqual([loginNetwork.max, 5])
  })

  test('R19 strangers do not lock the owner out of the browser that was signed in before, not even logged out', async () => {
    const { owner, email } = await account()
    await owner.call('GET', '/logout', undefined, { 'x-sampan': 'web' })
    await useUp(email)
    expect((await logIn(new Browser(server), email, password)).status).toBe(429)
    expect((await logIn(owner, email, password)).status).toBe(200)
  })

  test('R19 that browser has 10 of its own', async () => {
    const { owner, email } = await account()
    for (let i = 0; i < loginAccount.max; i++) expect(await logIn(owner, email, 'wrong')).toMatchObject(refused)
    expect((await logIn(owner, email, password)).status).toBe(429)
  })

  test('R19 a right one is given back', async () => {
    const { email } = await account()
    for (let i = 0; i <= loginNetwork.max; i++) expect((await logIn(new Browser(server), email, password)).status).toBe(200)
  })
})

describe('a server with more tries', () => {
  let wide: TestServer
  beforeAll(async () => {
    wide = await startTestServer({ RATE_LIMITS: 'loginAccount=100000/900,loginNetwork=100000/900' })
  })
  afterAll(() => wide?.close())

  test('R50 R19 a try that was turned away unseen is given back', async () => {
    const email = address()
    const endFlood = floodPasswords('logIn')
    const replies = []
    for (let i = 0; i < 12; i++) replies.push(await logIn(new Browser(wide), email, 'wrong'))
    await endFlood()
    replies.push(await logIn(new Browser(wide), email, 'wrong'))
    expect([count(replies, 503), count(replies, 401)]).toEqual([12, 1])
    const { rows } = await wide.services.db.execute(sql`select 1 from rate_hits where rule = 'loginAccount' and key = ${email}`)
    expect(rows).toHaveLength(1)
  })

  test('R20 an unknown address answers like a wrong password: same status, same body', async () => {
    const known = address()
    await new Browser(wide).signUp(known)
    const guest = new Browser(wide)
    const answers = new Set<string>()
    for (const email of [known, address()]) {
      const { status, json } = await logIn(guest, email, 'wrong')
      answers.add(JSON.stringify([status, { ...json.error, requestId: '' }]))
    }
    expect(answers.size).toBe(1)
  })
})
