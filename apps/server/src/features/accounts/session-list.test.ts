import { sessionRows } from '@sampan/contract/limits'
import type { OpenSession } from '@sampan/contract/routes/credentials'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { deviceWords } from '../../http/device-words.ts'
import { jobsDone, signedIn } from './test-credentials.ts'
import { appCode, giveCode, halfWay, secured } from './test-second-factor.ts'
import { password } from './test-sign-up.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'signUpNetwork=1000/60,codeNetwork=1000/60', TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => server?.close())

const agents = {
  chrome: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  safari:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
}

async function inBrowser(email: string, userAgent: string, ip: string): Promise<Browser> {
  const browser = new Browser(server, { 'user-agent': userAgent, 'x-forwarded-for': ip })
  await browser.logIn(email)
  return browser
}
const list = async (browser: Browser): Promise<OpenSession[]> => (await browser.withAccess('GET', '/api/sessions')).json.sessions

describe('the list', () => {
  test('A3 says device and place of each, marks this one and puts it first; API tokens are not in it', async () => {
    const { browser: first, email } = await signedIn(server)
    await first.withAccess('POST', '/api/tokens', { name: 'nightly' })
    server.moveClock(60)
    const desk = await inBrowser(email, agents.chrome, '114.114.114.114')
    server.moveClock(60)
    await inBrowser(email, agents.safari, '8.8.8.8')
    const asked = (await desk.call('POST', '/api/devices/begin', { program: 'sampan', hostName: 'junk' })).json
    await desk.withAccess('POST', `/api/devices/${asked.userCode}`, { isAllowed: true })
    await desk.call('POST', '/api/devices/poll', { deviceCode: asked.deviceCode })
    const sessions = await list(desk)
    expect(sessions.map(({ device, program, system, isThis, kind }) => [kind, device, program, system, isThis])).toEqual([
      ['browser', 'computer', 'Chrome', 'Windows', true],
      ['device', 'terminal', 'sampan (junk)', '', false],
      ['browser', 'phone', 'Safari', 'iPhone', false],
      ['browser', 'computer', '', '', false],
    ])
    expect(sessions[2]).toMatchObject({ ip: '8.8.8.8', countryName: 'United States', cityName: '' })
    expect(sessions[3]!.lastUsedAt).toBeLessThan(sessions[2]!.lastUsedAt)
    const chinese = await desk.withAccess('GET', '/api/sessions', undefined, { 'accept-language': 'zh' })
    expect(chinese.json.sessions[0].countryName).toBe('中国')
  })

  test('A3 of very many shows the last used, and says how many more there are', async () => {
    const { browser, userId } = await signedIn(server)
    const now = server.services.clock()
    const later = new Date(now.getTime() + 10 * 86_400_000)
    await server.services.db.execute(
      sql`insert into sessions (id, user_id, browser_hash, rotated_at, created_at, expires_at, user_agent, ip)
        select gen_random_uuid(), ${userId}, '', ${now.toISOString()}, ${now.toISOString()}, ${later.toISOString()}, '', '' from generate_series(1, ${sessionRows + 4})`,
    )
    const { sessions, more } = (await browser.withAccess('GET', '/api/sessions')).json
    expect([sessions.length, more]).toEqual([sessionRows, 5])
  })
})

/** The token of the mail about a new device. */
const notMe = (text: string | undefined) => /\/notme\?t=(\S+)/.exec(text ?? '')![1]!
const disown = (token: string) => new Browser(server).call('POST', '/api/sessions/disown', { token })

describe('a new device', () => {
  test('A13 is told by mail with place and program; “this was not me” logs it out, once, and mails a link to a new password', async () => {
    const { browser, email } = await signedIn(server)
    const before = (await server.mailsTo(email)).length
    const thief = await inBrowser(email, agents.chrome, '8.8.8.8')
    const told = await server.mailTo(email, before + 1)
    expect(told.subject).toBe('A new device is logged in to your Sampan account')
    expect(told.text).toMatch(/Chrome, Windows[\s\S]*8\.8\.8\.8[\s\S]*United States/)
    const token = notMe(told.text)
    for (const wrong of ['', 'x', token.slice(0, -1), `${crypto.randomUUID()}.${token.split('.')[1]}`])
      expect((await disown(wrong)).json.error.code, wrong).toBe('mailLinkInvalid')
    expect((await thief.withAccess('GET', '/getQs')).status).toBe(200)
    for (let i = 0; i < 2; i++) expect((await disown(token)).json).toEqual({ ok: true })
    expect((await thief.withAccess('GET', '/getQs')).json.error.code).toBe('signedOut')
    expect((await thief.refresh()).json.error.code).toBe('signedOut')
    expect((await browser.withAccess('GET', '/getQs')).status).toBe(200)
    const reset = (await server.mailTo(email, before + 2)).text
    expect(reset).toMatch(/knows your password[\s\S]*\/updatepassword\?t=/)
    expect(reset).not.toContain('ignore this mail')
    await jobsDone(server)
    expect(await server.mailsTo(email)).toHaveLength(before + 2)
  })

  test('A13 no mail for a browser that was used before, or for the same program at the same address', async () => {
    const { email } = await signedIn(server)
    const desk = await inBrowser(email, agents.chrome, '8.8.8.8')
    await jobsDone(server)
    const before = (await server.mailsTo(email)).length
    await desk.logIn(email)
    await inBrowser(email, agents.chrome, '8.8.8.8')
    await jobsDone(server)
    expect(await server.mailsTo(email)).toHaveLength(before)
  })
})

describe('ending', () => {
  test('A3 R27 one from afar: its calls stop at once, it cannot be refreshed, and twice is once', async () => {
    const { browser, email } = await signedIn(server)
    const other = await inBrowser(email, agents.chrome, '8.8.8.8')
    const { _id } = (await list(browser)).find(({ isThis }) => !isThis)!
    for (let i = 0; i < 2; i++) expect((await browser.withAccess('DELETE', `/api/sessions/${_id}`)).json).toEqual({ ok: true })
    expect((await other.withAccess('GET', '/getQs')).json.error.code).toBe('signedOut')
    expect((await other.refresh()).json.error.code).toBe('signedOut')
    expect(await list(browser)).toHaveLength(1)
  })

  test('A3 all others, and only those of this account; API tokens go on', async () => {
    const [{ browser, email }, stranger] = [await signedIn(server), await signedIn(server)]
    const { secret } = (await browser.withAccess('POST', '/api/tokens', { name: 'nightly' })).json
    const others = [await inBrowser(email, agents.chrome, '8.8.8.8'), await inBrowser(email, agents.safari, '8.8.8.8')]
    expect((await browser.withAccess('POST', '/api/sessions/endOthers')).json).toEqual({ ok: true })
    for (const other of others) expect((await other.withAccess('GET', '/getQs')).status).toBe(401)
    for (const each of [browser, stranger.browser]) expect((await each.withAccess('GET', '/getQs')).status).toBe(200)
    expect((await browser.call('GET', '/getQs', undefined, { authorization: `Bearer ${secret}` })).status).toBe(200)
  })

  test.each(['one', 'all others'])(
    'A3 R27 %s: a program that was allowed and has not asked since gets no session',
    async (which) => {
      const { browser, email } = await signedIn(server)
      const thief = await inBrowser(email, agents.chrome, '8.8.8.8')
      const asked = (await thief.call('POST', '/api/devices/begin', { program: 'sampan', hostName: '' })).json
      await thief.withAccess('POST', `/api/devices/${asked.userCode}`, { isAllowed: true })
      const { _id } = (await list(browser)).find(({ isThis }) => !isThis)!
      const [method, path] = which === 'one' ? ['DELETE', `/api/sessions/${_id}`] : ['POST', '/api/sessions/endOthers']
      expect((await browser.withAccess(method!, path!)).json).toEqual({ ok: true })
      const polled = await thief.call('POST', '/api/devices/poll', { deviceCode: asked.deviceCode })
      expect(polled.json).toMatchObject({ state: 'expired', session: null })
      expect(await list(browser)).toHaveLength(1)
    },
  )

  test('R25 somebody else’s, an API token’s and one that is none are refused alike', async () => {
    const [{ browser, userId }, stranger] = [await signedIn(server), await signedIn(server)]
    await browser.withAccess('POST', '/api/tokens', { name: 'nightly' })
    const { rows } = await server.services.db.execute<{ id: string }>(
      sql`select id from sessions where user_id = ${userId} and kind = 'token'`,
    )
    const theirs = (await list(stranger.browser))[0]!._id
    for (const id of [theirs, rows[0]!.id, crypto.randomUUID()])
      expect((await browser.withAccess('DELETE', `/api/sessions/${id}`)).json.error.code).toBe('notYours')
    expect((await browser.withAccess('DELETE', '/api/sessions/x')).json.error.code).toBe('invalidInput')
    expect((await stranger.browser.withAccess('GET', '/getQs')).status).toBe(200)
  })
})

describe('a remembered browser', () => {
  /** The owner’s other browser, which is not asked again. */
  async function remembered() {
    const account = await secured(server)
    const other = await halfWay(server, account.email)
    const { status, json } = await giveCode(other, appCode(server, account.key), { remember: true })
    expect(status).toBe(200)
    other.accessToken = json.accessToken
    server.moveClock(30)
    return { ...account, other }
  }

  test('A10 is not asked again for 30 days, logged out as well; others are', async () => {
    const { email, other, browser } = await remembered()
    expect((await browser.withAccess('GET', '/api/second-factor')).json).toMatchObject({ remembered: 1 })
    await other.call('GET', '/logout', undefined, { 'x-sampan': 'web' })
    server.moveClock(29 * 86_400)
    await other.logIn(email)
    await halfWay(server, email)
    server.moveClock(86_400)
    await halfWay(server, email, other)
  })

  test('A10 R23 its browser alone: neither the cookie of another account’s, nor who did not wish it', async () => {
    const { email, key, other } = await remembered()
    const stranger = await secured(server)
    await halfWay(server, stranger.email, other)
    const plain = await halfWay(server, email)
    expect((await giveCode(plain, appCode(server, key))).status).toBe(200)
    await halfWay(server, email, plain)
  })

  test.each([
    ['its session is ended from afar', 'DELETE'],
    ['all others are logged out', 'POST'],
    ['the password is changed', 'password'],
  ])('A10 A3 is asked again once %s', async (_, how) => {
    const { browser, email, other } = await remembered()
    if (how === 'DELETE') {
      const { sessions } = (await other.withAccess('GET', '/api/sessions')).json
      await browser.withAccess('DELETE', `/api/sessions/${sessions[0]._id}`)
    } else if (how === 'POST') await browser.withAccess('POST', '/api/sessions/endOthers')
    else await browser.withAccess('POST', '/api/account/password', { password, newPassword: password.toUpperCase() })
    const typed = how === 'password' ? password.toUpperCase() : password
    const { json } = await other.call('POST', '/combinedAuth', { email, password: typed })
    expect(json.error.code).toBe('secondFactorNeeded')
  })
})

const mozilla = (system: string, rest: string) => `Mozilla/5.0 (${system}) ${rest}`
test.each([
  [agents.chrome, 'computer', 'Chrome', 'Windows'],
  [agents.safari, 'phone', 'Safari', 'iPhone'],
  [
    mozilla('Macintosh; Intel Mac OS X 10_15_7', 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15'),
    'computer',
    'Safari',
    'macOS',
  ],
  [mozilla('X11; Linux x86_64; rv:145.0', 'Gecko/20100101 Firefox/145.0'), 'computer', 'Firefox', 'Linux'],
  [mozilla('X11; CrOS x86_64 14541.0.0', 'AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'), 'computer', 'Chrome', 'ChromeOS'],
  [mozilla('Windows NT 10.0', 'AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0'), 'computer', 'Edge', 'Windows'],
  [mozilla('Windows NT 10.0', 'AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 OPR/120.0.0.0'), 'computer', 'Opera', 'Windows'],
  [
    mozilla('Linux; Android 15; Pixel 9', 'AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'),
    'phone',
    'Chrome',
    'Android',
  ],
  [
    mozilla('Linux; Android 15; SM-X910', 'AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36'),
    'tablet',
    'Samsung Internet',
    'Android',
  ],
  [
    mozilla('iPad; CPU OS 18_6 like Mac OS X', 'AppleWebKit/605.1.15 CriOS/141.0 Mobile/15E148 Safari/604.1'),
    'tablet',
    'Chrome',
    'iPad',
  ],
  [
    mozilla(
      'Linux; Android 14; M2102J2SC',
      'AppleWebKit/537.36 Version/4.0 Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0.50',
    ),
    'phone',
    'WeChat',
    'Android',
  ],
  [
    mozilla('Phone; OpenHarmony 5.0', 'AppleWebKit/537.36 Chrome/132.0 Safari/537.36 ArkWeb/4.1 Mobile HuaweiBrowser/5.1'),
    'phone',
    'Huawei Browser',
    'HarmonyOS',
  ],
  ['curl/8.5.0', 'computer', '', ''],
  ['', 'computer', '', ''],
])('A3 "%s" is a %s with %s on %s', (userAgent, device, program, system) => {
  expect(deviceWords({ kind: 'browser', userAgent })).toEqual({ device, program, system })
})
