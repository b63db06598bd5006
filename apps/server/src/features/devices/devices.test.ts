import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { Browser, linkIn, type Reply } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'deviceNetwork=1000/60' })
})
afterAll(() => server?.close())

const begin = async () =>
  (await new Browser(server).call('POST', '/api/devices/begin', { program: 'sampan', hostName: 'junk' })).json
const poll = async (deviceCode: string) => (await new Browser(server).call('POST', '/api/devices/poll', { deviceCode })).json
const decide = (account: Account, code: string, isAllowed = true): Promise<Reply> =>
  account.call('POST', `/api/devices/${code}`, { isAllowed })
const cli = { 'x-sampan': 'cli' }
const refresh = (token: string): Promise<Reply> =>
  new Browser(server).call('GET', '/refreshToken', undefined, { ...cli, authorization: `Bearer ${token}` })
const inTurn = async (calls: (() => Promise<Reply>)[]): Promise<number[]> => {
  const statuses = []
  for (const call of calls) statuses.push((await call()).status)
  return statuses
}
const kindsOf = async ({ userId }: Account) =>
  (
    await server.services.db.execute<{ kind: string; user_agent: string }>(
      sql`select kind, user_agent from sessions where user_id = ${userId} and ended_at is null order by created_at`,
    )
  ).rows

describe('device flow', () => {
  test('O7 A3 a code that is confirmed signs the program in, with a refresh token in the body and a session that is listed', async () => {
    const account = await Account.create(server)
    const asked = await begin()
    expect(asked).toMatchObject({ userCode: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/), expiresInSeconds: 600 })
    expect(asked.verificationUrl).toBe(`${server.services.config.publicUrl}/device`)
    expect(await poll(asked.deviceCode)).toEqual({ state: 'waiting', intervalSeconds: 3, session: null })
    const typed = `${asked.userCode.slice(0, 4)}-${asked.userCode.slice(4)}`.toLowerCase()
    expect((await account.call('GET', `/api/devices/${typed}`)).json).toMatchObject({
      program: 'sampan',
      hostName: 'junk',
      ip: '127.0.0.1',
    })
    expect((await decide(account, typed)).status).toBe(200)
    const { state, session } = await poll(asked.deviceCode)
    expect({ state, user: session.user._id }).toEqual({ state: 'allowed', user: account.userId })
    expect(await kindsOf(account)).toEqual([
      { kind: 'browser', user_agent: '' },
      { kind: 'device', user_agent: 'sampan (junk)' },
    ])
    const bearer = { authorization: `Bearer ${session.accessToken}` }
    expect((await new Browser(server).call('POST', '/folderSize', { userid: account.userId }, bearer)).status).toBe(200)
    expect((await refresh(session.refreshToken)).json.refreshToken).toMatch(/\.2$/)
  })

  test('O7 a lost answer comes again, one session comes of many questions, and none once it has gone on', async () => {
    const account = await Account.create(server)
    const { deviceCode, userCode } = await begin()
    await decide(account, userCode)
    expect((await decide(account, userCode)).status).toBe(200)
    const answers = await Promise.all(Array.from({ length: 8 }, () => poll(deviceCode)))
    expect(new Set(answers.map(({ session }) => session.refreshToken)).size).toBe(1)
    expect((await kindsOf(account)).filter(({ kind }) => kind === 'device')).toHaveLength(1)
    await refresh(answers[0].session.refreshToken)
    expect(await poll(deviceCode)).toMatchObject({ state: 'expired', session: null })
  })

  test('A3 O7 a program whose answer was lost refreshes again for two minutes; later the family ends', async () => {
    const account = await Account.create(server)
    const { deviceCode, userCode } = await begin()
    await decide(account, userCode)
    const first = (await poll(deviceCode)).session.refreshToken
    const lost = (await refresh(first)).json.refreshToken
    server.moveClock(60)
    expect((await refresh(first)).json.refreshToken).toBe(lost)
    server.moveClock(120)
    expect((await refresh(first)).json.error.code).toBe('signedOut')
    expect((await refresh(lost)).json.error.code).toBe('signedOut')
  })

  test('O7 turned away, run out, unknown and decided by somebody else: no session', async () => {
    const [account, other] = [await Account.create(server), await Account.create(server)]
    const denied = await begin()
    expect((await decide(account, denied.userCode, false)).status).toBe(200)
    expect((await decide(account, denied.userCode, true)).json.error.code).toBe('deviceUnknown')
    expect(await poll(denied.deviceCode)).toMatchObject({ state: 'denied', session: null })
    const taken = await begin()
    await decide(account, taken.userCode)
    expect((await decide(other, taken.userCode)).json.error.code).toBe('deviceUnknown')
    expect((await other.call('GET', `/api/devices/${taken.userCode}`)).json.error.code).toBe('deviceUnknown')
    const late = await begin()
    server.moveClock(601)
    expect((await decide(account, late.userCode)).json.error.code).toBe('deviceUnknown')
    expect(await poll(late.deviceCode)).toMatchObject({ state: 'expired' })
    expect(await poll('nothing')).toMatchObject({ state: 'expired' })
  })

  test('O7 asking too often slows the program down', async () => {
    const { deviceCode } = await begin()
    await poll(deviceCode)
    expect(await poll(deviceCode)).toMatchObject({ state: 'slowDown', intervalSeconds: 6 })
    server.moveClock(1)
    expect(await poll(deviceCode)).toMatchObject({ state: 'slowDown', intervalSeconds: 9 })
    server.moveClock(10)
    expect(await poll(deviceCode)).toMatchObject({ state: 'waiting', intervalSeconds: 9 })
  })

  test('R19 codes that are guessed are counted, those that are right are not', async () => {
    const account = await Account.create(server)
    for (let i = 0; i < 3; i++) expect((await account.call('GET', `/api/devices/${(await begin()).userCode}`)).status).toBe(200)
    const tries = await Promise.all(Array.from({ length: 30 }, (_, i) => decide(account, `000000${String(i).padStart(2, '0')}`)))
    expect(tries.filter(({ status }) => status === 404).length).toBeLessThanOrEqual(20)
    expect(tries.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10)
    server.moveClock(901)
  })

  test('R19 O7 whoever guesses codes locks themselves out, by session and account; nobody else of the same office', async () => {
    const office = await startTestServer({
      RATE_LIMITS: 'deviceNetwork=1000/60,deviceCode=4/900,deviceCodeAccount=6/900,deviceCodeNetwork=8/900',
    })
    const waiting = async () =>
      (await new Browser(office).call('POST', '/api/devices/begin', { program: 'sampan', hostName: 'desk' })).json.userCode
    const guess = (browser: Browser, times: number) =>
      inTurn(Array.from({ length: times }, () => () => browser.withAccess('GET', '/api/devices/00000000')))
    const allow = async (browser: Browser) =>
      (await browser.withAccess('POST', `/api/devices/${await waiting()}`, { isAllowed: true })).status
    const [guesser, second, helper, quiet] = Array.from({ length: 4 }, () => new Browser(office))
    await guesser!.signUp('guesser@example.com')
    await second!.logIn('guesser@example.com')
    await helper!.signUp('helper@example.com')
    await quiet!.signUp('quiet@example.com')
    expect(await guess(guesser!, 5)).toEqual([404, 404, 404, 404, 429])
    expect([await allow(guesser!), await allow(second!), await allow(quiet!)]).toEqual([429, 200, 200])
    expect(await guess(second!, 3)).toEqual([404, 404, 429])
    expect(await guess(helper!, 4)).toEqual([404, 404, 429, 429])
    expect([await allow(second!), await allow(helper!), await allow(quiet!)]).toEqual([429, 429, 200])
    expect(await guess(quiet!, 2)).toEqual([404, 429])
    office.moveClock(901)
    for (const browser of [guesser!, quiet!]) await browser.logIn(browser === quiet ? 'quiet@example.com' : 'guesser@example.com')
    expect([await allow(guesser!), await allow(quiet!)]).toEqual([200, 200])
    await office.close()
  })

  test('R18 beginning is limited by network', async () => {
    const strict = await startTestServer({ RATE_LIMITS: 'deviceNetwork=2/60' })
    const ask = () => new Browser(strict).call('POST', '/api/devices/begin', { program: 'p', hostName: '' })
    const statuses = (await Promise.all(Array.from({ length: 10 }, ask))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 201, ...Array(8).fill(429)])
    await strict.close()
  })
})

describe('API tokens', () => {
  const create = async (account: Account, name = 'nightly') => (await account.call('POST', '/api/tokens', { name })).json
  const by = (secret: string) => ({ authorization: `Bearer ${secret}` })
  const upload = async (secret: string, userId: string) => {
    const browser = new Browser(server)
    const { status, json } = await browser.call('POST', '/stsAuth', { id: userId, type: 'userUpload' }, by(secret))
    browser.ticket = json?.SecurityToken
    return { browser, status }
  }

  test('O7 a token sends for its account; only its hash is kept, and when it was used', async () => {
    const account = await Account.create(server)
    const { secret, token } = await create(account)
    expect(secret).toMatch(/^smp_[0-9A-Za-z]{43}$/)
    const { browser } = await upload(secret, account.userId)
    const files = [{ path: 'a.bin', bytes: Buffer.from('hello') }]
    const plan = (await browser.create(files)).json
    await browser.putAll(plan, files)
    const body = { slug: plan.slug, emailTo: [{ email: 'li@example.cn' }] }
    expect((await browser.call('POST', '/quicksend2', body, by(secret))).json).toMatchObject({
      state: 'active',
      senderEmail: account.email,
    })
    expect(linkIn(await server.mailTo('li@example.cn'))).toContain('/d/')
    const { tokens } = (await account.call('GET', '/api/tokens')).json
    expect(tokens).toEqual([{ ...token, lastUsedAt: expect.any(Number), lastUse: expect.any(Object) }])
    const { rows } = await server.services.db.execute(sql`select t::text from api_tokens t`)
    expect(JSON.stringify(rows)).not.toContain(secret.slice(4))
  })

  test('O7 H4 a token decides nothing about who may act: no tokens, no devices; nor about others', async () => {
    const [account, other] = [await Account.create(server), await Account.create(server)]
    const { secret, token } = await create(account)
    const { userCode } = await begin()
    const call = (method: string, path: string, body?: object) => new Browser(server).call(method, path, body, by(secret))
    const refused = [
      await call('GET', '/api/tokens'),
      await call('POST', '/api/tokens', { name: 'more' }),
      await call('DELETE', `/api/tokens/${token._id}`),
      await call('GET', `/api/devices/${userCode}`),
      await call('POST', `/api/devices/${userCode}`, { isAllowed: true }),
    ]
    expect(refused.map(({ json }) => json.error.code)).toEqual(Array(5).fill('sessionNeeded'))
    expect((await call('GET', `/getQs?userid=${other.userId}`)).status).toBe(404)
    expect((await other.call('DELETE', `/api/tokens/${token._id}`)).status).toBe(404)
    expect((await call('GET', '/getQs')).status).toBe(200)
  })

  test('O7 revoked: refused at once, twice is once, and its uploads stop within half a minute', async () => {
    const account = await Account.create(server)
    const { secret, token } = await create(account)
    const { browser } = await upload(secret, account.userId)
    const plan = (await browser.create([{ path: 'a.bin', bytes: Buffer.from('hello') }])).json
    for (let i = 0; i < 2; i++) expect((await account.call('DELETE', `/api/tokens/${token._id}`)).status).toBe(200)
    expect((await upload(secret, account.userId)).status).toBe(401)
    expect((await account.call('GET', '/api/tokens')).json.tokens).toEqual([])
    expect((await new Browser(server).call('GET', '/getQs', undefined, by(`${secret}x`))).json.error.code).toBe('signedOut')
    // What tickets are known by is remembered for half a minute (R27).
    server.moveClock(60)
    expect((await browser.withTicket('GET', `/api/uploads/${plan.uploadId}`)).json.error.code).toBe('ticketInvalid')
  })

  test('O7 the limit of tokens holds also when they are made at once', async () => {
    const account = await Account.create(server)
    for (let i = 0; i < 45; i++) await create(account)
    const made = await Promise.all(Array.from({ length: 10 }, () => account.call('POST', '/api/tokens', { name: 'x' })))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(made.find(({ status }) => status === 403)?.json.error.code).toBe('tooManyTokens')
  })
})
