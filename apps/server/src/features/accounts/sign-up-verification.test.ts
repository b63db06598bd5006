import { cookies } from '@sampan/contract/cookies'
import { codeLifeSeconds, codeMaxTries, verifiedSeconds } from '@sampan/contract/limits'
import { rateLimits } from '@sampan/contract/rate-limits'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser } from '../../../test/support/sender.ts'
import { stateOf } from '../../../test/support/state-dump.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { address, ask, asked, create, password, verified, verify } from './test-sign-up.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'signUpNetwork=1000/3600,codeNetwork=1000/3600,emailTakenNetwork=1000/3600' })
})
afterAll(() => server?.close())

const otherThan = (code: string) => (code === 'AAAAA' ? 'BBBBB' : 'AAAAA')
const refusedCode = { status: 403, json: { error: { code: 'codeWrong', message: 'Incorrect, check your email and try again.' } } }
const notVerified = { status: 403, json: { error: { code: 'addressNotVerified' } } }

describe('the ticket', () => {
  test('A1 is good once, also when 20 calls race', async () => {
    const { browser, email } = await verified(server)
    const { cookie } = browser
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => {
        const twin = new Browser(server)
        twin.cookie = cookie
        return create(twin, email)
      }),
    )
    // Those that came late find the account that this browser has just made, and sign in to it within the limits of log-ins.
    expect(replies.filter(({ json }) => json.user?.loginCount === 1)).toHaveLength(1)
    expect(new Set(replies.map(({ status }) => status))).toEqual(
      new Set([200, ...replies.map(({ status }) => status).filter((s) => s === 429)]),
    )
    const { rows } = await server.services.db.execute(
      sql`select 1 from sessions s join users u on u.id = s.user_id where email = ${email}`,
    )
    expect(rows).toHaveLength(replies.filter(({ status }) => status === 200).length)
  })

  test('A1 is used up with the account that it made', async () => {
    const { browser, email } = await verified(server)
    const ticket = browser.jar.get(cookies.signUpTicket.name)!
    expect((await create(browser, email)).status).toBe(200)
    expect(browser.jar.has(cookies.signUpTicket.name)).toBe(false)
    await server.services.db.execute(sql`delete from users where email = ${email}`)
    browser.jar.set(cookies.signUpTicket.name, ticket)
    expect(await create(browser, email)).toMatchObject(notVerified)
  })

  /** An account was made, and its browser has heard nothing of it: all its cookies are as they were. */
  async function unheard() {
    const { browser, email } = await verified(server)
    const { cookie } = browser
    const { json } = await create(browser, email)
    browser.cookie = cookie
    return { browser, email, user: json.user }
  }

  test('H3 A1 after a lost answer the same call again signs in, and makes nothing anew', async () => {
    const { browser, email, user } = await unheard()
    const again = await create(browser, email)
    expect(again).toMatchObject({ status: 200, json: { user: { ...user, loginCount: 2 } } })
    expect(browser.jar.has(cookies.refresh.name)).toBe(true)
    expect(browser.jar.has(cookies.signUpTicket.name)).toBe(false)
    expect((await browser.refresh()).status).toBe(200)
  })

  test('H3 R19 another password signs nobody in that way, and its tries are those of log-ins', async () => {
    const { browser, email } = await unheard()
    const guess = (i: number) => create(browser, email, { password: `another boat ${i}` })
    for (let i = 0; i < rateLimits.loginAccount.max; i++)
      expect(await guess(i)).toMatchObject({ status: 409, json: { error: { code: 'emailTaken' } } })
    expect((await create(browser, email)).status).toBe(429)
    expect((await browser.call('POST', '/combinedAuth', { email, password })).status).toBe(429)
  })

  test('H3 A1 neither another browser nor this one ten minutes later signs in without a ticket', async () => {
    const { browser, email } = await unheard()
    const other = new Browser(server)
    await other.logIn(email)
    expect(await create(other, email)).toMatchObject(notVerified)
    server.moveClock(601)
    expect(await create(browser, email)).toMatchObject(notVerified)
  })

  type Refusal = [
    string,
    (person: {
      browser: Browser
      email: string
    }) => Promise<{ browser: Browser; email: string }> | { browser: Browser; email: string },
  ]
  const refusals: Refusal[] = [
    ['without one', ({ email }) => ({ browser: new Browser(server), email })],
    ['for another address', ({ browser }) => ({ browser, email: address() })],
    [
      'in another browser',
      ({ browser, email }) => {
        const other = new Browser(server)
        other.jar.set(cookies.signUpTicket.name, browser.jar.get(cookies.signUpTicket.name)!)
        return { browser: other, email }
      },
    ],
    [
      'made up',
      ({ browser, email }) => {
        browser.jar.set(cookies.signUpTicket.name, 'A'.repeat(32))
        return { browser, email }
      },
    ],
    [
      'with an address that was proved for sending alone',
      async () => {
        const [browser, email] = [new Browser(server), address()]
        await browser.verify(email)
        return { browser, email }
      },
    ],
    [
      'after 15 minutes',
      (person) => {
        server.moveClock(cookies.signUpTicket.maxAgeSeconds + 1)
        return person
      },
    ],
  ]
  test.each(refusals)('A1 R18 nobody signs up %s', async (_, change) => {
    const { browser, email } = await change(await verified(server))
    const before = await stateOf(server)
    expect(await create(browser, email)).toMatchObject(notVerified)
    expect(await stateOf(server)).toEqual(before)
  })

  test('A1 an address that is proved already gives a new one', async () => {
    const { browser, email } = await verified(server)
    server.moveClock(cookies.signUpTicket.maxAgeSeconds + 1)
    expect((await ask(browser, email)).json.verified).toBe(true)
    expect((await create(browser, email)).status).toBe(200)
  })

  test('R46 neither it nor code, password or tokens are in the logs or at rest', async () => {
    const { browser, email, code } = await asked(server)
    await verify(browser, email, code)
    const ticket = browser.jar.get(cookies.signUpTicket.name)!
    const { json } = await create(browser, email)
    const secrets = [code, ticket, password, json.accessToken, browser.jar.get(cookies.refresh.name)!]
    const kept = server.logs.join('') + JSON.stringify(await stateOf(server))
    for (const secret of secrets) expect(kept).not.toContain(secret)
  })
})

describe('a sign-up code', () => {
  type Case = [string, (given: Awaited<ReturnType<typeof asked>>) => Promise<unknown>]
  const cases: Case[] = [
    ['is refused when wrong', ({ browser, email, code }) => verify(browser, email, otherThan(code))],
    [
      'is good once, but for a repetition of the same call',
      async ({ browser, email, code }) => {
        for (const _ of [1, 2]) expect((await verify(browser, email, code)).status).toBe(200)
        server.moveClock(121)
        return verify(browser, email, code)
      },
    ],
    [
      'dies after 5 wrong tries',
      async ({ browser, email, code }) => {
        for (let i = 0; i < codeMaxTries; i++) await verify(browser, email, otherThan(code))
        return verify(browser, email, code)
      },
    ],
    [
      'dies after 10 minutes',
      ({ browser, email, code }) => {
        server.moveClock(codeLifeSeconds + 1)
        return verify(browser, email, code)
      },
    ],
    ['is refused for another address', ({ browser, code }) => verify(browser, address(), code)],
    ['is refused in another browser', ({ email, code }) => verify(new Browser(server), email, code)],
    [
      'proves nothing for sending',
      ({ browser, email, code }) => browser.call('POST', '/checkVerifyEmail', { email, verifyId: code }),
    ],
    [
      'for sending proves nothing for signing up',
      async () => {
        const [browser, email] = [new Browser(server), address()]
        return verify(browser, email, (await browser.askCode('/verifyEmail', email))!)
      },
    ],
  ]
  test.each(cases)('R18 %s', async (_, attempt) => {
    const given = await asked(server)
    expect(await attempt(given)).toMatchObject(refusedCode)
  })

  test('R18 the 4th in an hour is refused with the wait, and one limit counts both purposes', async () => {
    const [browser, email] = [new Browser(server), address()]
    await browser.call('POST', '/verifyEmail', { email })
    for (let i = 0; i < 2; i++) expect((await ask(browser, email)).status).toBe(200)
    const fourth = await ask(browser, email)
    expect(fourth).toMatchObject({ status: 429, json: { error: { code: 'rateLimited' } } })
    server.moveClock(fourth.json.error.retryAfterSeconds + 1)
    expect((await ask(browser, email)).status).toBe(200)
  })

  test('A1 proves the address in that browser for 24 hours', async () => {
    const { browser, email } = await verified(server)
    server.moveClock(verifiedSeconds + 1)
    expect((await ask(browser, email)).json.verified).toBe(false)
  })
})
