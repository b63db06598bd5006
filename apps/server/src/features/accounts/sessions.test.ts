import { cookies } from '@sampan/contract/cookies'
import { accessTokenSeconds, refreshGraceSeconds } from '@sampan/contract/limits'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser, type Reply } from '../../../test/support/sender.ts'
import { stateOf } from '../../../test/support/state-dump.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { accountJobs } from './index.ts'
import { address, password } from './test-sign-up.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'signUpNetwork=1000/3600,codeNetwork=1000/3600' })
})
afterAll(() => server?.close())

const { name, maxAgeSeconds } = cookies.refresh
const page = { 'x-sampan': 'web' }
const cli = { 'x-sampan': 'cli' }
const signedOut = { status: 401, json: { error: { code: 'signedOut' } } }

async function signedIn() {
  const [browser, email] = [new Browser(server), address()]
  const user = await browser.signUp(email)
  return { browser, email, user }
}
const tokenOf = (browser: Browser) => browser.jar.get(name)!
/** A call with a refresh token of the caller's choice; no jar is touched. */
const refreshWith = (token: string | undefined, headers: Record<string, string> = page): Promise<Reply> =>
  new Browser(server).call('GET', '/refreshToken', undefined, { ...headers, ...(token && { cookie: `${name}=${token}` }) })
const mayEnter = async (accessToken: string): Promise<number> =>
  (await new Browser(server).call('POST', '/updateProfile', {}, { authorization: `Bearer ${accessToken}` })).status
const setsCookie = (reply: Reply) =>
  reply.headers.getSetCookie().some((line) => line.startsWith(`${name}=`) && !line.startsWith(`${name}=;`))
const dropsCookie = (reply: Reply) => reply.headers.getSetCookie().some((line) => line.startsWith(`${name}=;`))

describe('a session', () => {
  test('A3 its cookie restores it with a new access token, and the next token takes the cookie', async () => {
    const { browser, user } = await signedIn()
    const former = tokenOf(browser)
    const reply = await browser.refresh()
    expect(reply.json).toEqual({ accessToken: expect.any(String), refreshToken: null, user })
    expect(tokenOf(browser)).not.toBe(former)
    expect(await mayEnter(reply.json.accessToken)).toBe(200)
    expect((await browser.refresh()).status).toBe(200)
  })

  test('A3 lives 30 days from its last use', async () => {
    const { browser } = await signedIn()
    for (let i = 0; i < 3; i++) {
      server.moveClock(maxAgeSeconds - 60)
      expect((await browser.refresh()).status).toBe(200)
    }
    server.moveClock(maxAgeSeconds + 1)
    expect(await browser.refresh()).toMatchObject(signedOut)
  })

  test('A3 log-out ends it at once, clears the cookie, and may be repeated', async () => {
    const { browser, email } = await signedIn()
    const [token, { accessToken }] = [tokenOf(browser), browser]
    const reply = await browser.call('GET', '/logout', undefined, page)
    expect(reply).toMatchObject({ status: 200, json: { ok: true } })
    expect(browser.jar.has(name)).toBe(false)
    expect(await mayEnter(accessToken)).toBe(401)
    expect(await refreshWith(token)).toMatchObject(signedOut)
    expect((await browser.call('GET', '/logout', undefined, page)).json).toEqual({ ok: true })
    // A session that was ended properly is no theft.
    expect(await server.mailsTo(email)).toHaveLength(1)
  })

  test('A3 ends alone: other devices stay signed in', async () => {
    const { browser, email } = await signedIn()
    const other = new Browser(server)
    await other.logIn(email)
    await browser.call('GET', '/logout', undefined, page)
    expect((await other.refresh()).status).toBe(200)
  })

  test('A3 a command-line client is given its token in the body and sends it itself', async () => {
    const { email, user } = await signedIn()
    const login = await new Browser(server, cli).call('POST', '/combinedAuth', { email, password })
    expect(login.json.refreshToken).toEqual(expect.any(String))
    const own = (token: string) =>
      new Browser(server, cli).call('GET', '/refreshToken', undefined, { authorization: `Bearer ${token}` })
    const next = await own(login.json.refreshToken)
    expect(next.json).toMatchObject({ refreshToken: expect.any(String), user: { _id: user._id, loginCount: 2 } })
    expect((await own(next.json.refreshToken)).status).toBe(200)
    await new Browser(server, cli).call('GET', '/logout', undefined, { authorization: `Bearer ${next.json.refreshToken}` })
    expect(await own(next.json.refreshToken)).toMatchObject(signedOut)
  })

  test.each<Record<string, string>>([{ 'sec-fetch-site': 'same-origin' }, { origin: 'http://localhost:3000' }])(
    'A3 R22 a page that says it is a command-line client is given no token: %j',
    async (mark) => {
      const { browser, email } = await signedIn()
      const login = await browser.call(
        'POST',
        '/combinedAuth',
        { email, password },
        { ...cli, 'sec-fetch-site': 'same-origin', ...mark },
      )
      expect(login).toMatchObject({ status: 200, json: { refreshToken: null } })
      const bearer = await new Browser(server).call('GET', '/refreshToken', undefined, {
        ...cli,
        'sec-fetch-site': 'same-origin',
        authorization: `Bearer ${tokenOf(browser)}`,
      })
      expect(bearer).toMatchObject(signedOut)
    },
  )

  test('R22 a token that came by cookie is answered by cookie alone, whatever the page says: on plain http a GET has no mark', async () => {
    const { browser } = await signedIn()
    const former = tokenOf(browser)
    const reply = await browser.call('GET', '/refreshToken', undefined, cli)
    expect(reply).toMatchObject({ status: 200, json: { refreshToken: null } })
    expect(tokenOf(browser)).not.toBe(former)
    expect((await browser.refresh()).status).toBe(200)
  })

  test('A3 the daily job forgets sessions 30 days after their end and no others', async () => {
    const [ended, live] = [await signedIn(), await signedIn()]
    await ended.browser.call('GET', '/logout', undefined, page)
    const { timed } = accountJobs(server.services)
    const forget = () => timed.find((job) => job.name === 'accounts:delete-old-sessions')!.run({}, { attempt: 1, maxAttempts: 1 })
    const left = async ({ user }: { user: { _id: string } }) =>
      (await server.services.db.execute(sql`select 1 from sessions where user_id = ${user._id}`)).rows.length
    server.moveClock(29 * 86_400)
    await live.browser.refresh()
    await forget()
    expect([await left(ended), await left(live)]).toEqual([1, 1])
    server.moveClock(2 * 86_400)
    await forget()
    expect([await left(ended), await left(live)]).toEqual([0, 1])
    expect((await live.browser.refresh()).status).toBe(200)
  })
})

describe('refreshing', () => {
  test('R21 of 20 at once one gets the next token, all get in, nobody is logged out', async () => {
    const { browser, email } = await signedIn()
    const token = tokenOf(browser)
    const replies = await Promise.all(Array.from({ length: 20 }, () => refreshWith(token)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(replies.filter(setsCookie)).toHaveLength(1)
    expect(await Promise.all(replies.map(({ json }) => mayEnter(json.accessToken)))).toEqual(Array(20).fill(200))
    const next = replies
      .find(setsCookie)!
      .headers.getSetCookie()
      .find((line) => line.startsWith(name))!
    expect((await refreshWith(/=([^;]+)/.exec(next)![1]!)).status).toBe(200)
    expect(await server.mailsTo(email)).toHaveLength(1)
  })

  type Replay = [string, (browser: Browser) => Promise<string>]
  const replays: Replay[] = [
    [
      'the previous token after a minute',
      async (browser) => {
        const token = tokenOf(browser)
        await browser.refresh()
        server.moveClock(60)
        return token
      },
    ],
    [
      'the previous token just after its grace',
      async (browser) => {
        const token = tokenOf(browser)
        await browser.refresh()
        server.moveClock(refreshGraceSeconds + 1)
        return token
      },
    ],
    [
      'one two generations old, at once',
      async (browser) => {
        const token = tokenOf(browser)
        await browser.refresh()
        await browser.refresh()
        return token
      },
    ],
  ]
  test.each(replays)('R21 %s ends the family, and its owner is told once', async (_, replay) => {
    const { browser, email } = await signedIn()
    const other = new Browser(server, { 'user-agent': 'Other Device' })
    await other.logIn(email)
    const token = await replay(browser)
    const reply = await refreshWith(token)
    expect(reply).toMatchObject(signedOut)
    expect(dropsCookie(reply)).toBe(true)
    expect(await mayEnter(browser.accessToken)).toBe(401)
    expect(await browser.refresh()).toMatchObject(signedOut)
    expect(await refreshWith(token)).toMatchObject(signedOut)
    // After the code of the sign-up and the news of another device.
    const mail = await server.mailTo(email, 3)
    expect(mail.subject).toBe('We logged a device out of your Sampan account')
    expect(mail.text).toContain('127.0.0.1')
    // Other families are other devices.
    expect((await other.refresh()).status).toBe(200)
    expect(await server.mailsTo(email)).toHaveLength(3)
  })

  test('R21 the previous token after 3 seconds gives an access token and no cookie', async () => {
    const { browser } = await signedIn()
    const token = tokenOf(browser)
    await browser.refresh()
    server.moveClock(3)
    const reply = await refreshWith(token)
    expect(reply.status).toBe(200)
    expect([setsCookie(reply), dropsCookie(reply)]).toEqual([false, false])
    expect((await browser.refresh()).status).toBe(200)
  })

  test.each([
    ['none', () => undefined],
    ['an empty one', () => ''],
    ['one that is not ours', () => 'AAAAAAAAAAAAAAAAAAAAAA.54e27f10-d600-4bf1-a344-af1b83a875ce.1'],
    ['one with another generation', (token: string) => token.replace(/1$/, '2')],
    ['one with another session', (token: string) => token.replace(/\.[0-9a-f]{8}-/, '.00000000-')],
    ['a cut one', (token: string) => token.slice(0, -2)],
    ['a long one', () => 'x'.repeat(3000)],
  ])('R23 with %s a page is signed out, its cookie cleared and nothing changes', async (_, change) => {
    const { browser } = await signedIn()
    const before = await stateOf(server)
    const reply = await refreshWith(change(tokenOf(browser)))
    expect(reply).toMatchObject(signedOut)
    expect(dropsCookie(reply)).toBe(true)
    expect(await stateOf(server)).toEqual(before)
  })
})

test('A3 an access token is over after 15 minutes, the session is not', async () => {
  const { browser } = await signedIn()
  server.moveClock(accessTokenSeconds + 1)
  expect(await mayEnter(browser.accessToken)).toBe(401)
  const { json } = await browser.refresh()
  expect(await mayEnter(json.accessToken)).toBe(200)
})
