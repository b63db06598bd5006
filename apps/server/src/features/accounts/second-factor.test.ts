import { rateLimits } from '@sampan/contract/rate-limits'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Browser, type Reply } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { callCommand, poolOf } from '../../commands/test-store.ts'
import { secondFactor as secondFactorCommand } from '../../commands/users/second-factor.ts'
import { jobsDone, newPassword, newToken, reset, signedIn } from './test-credentials.ts'
import { appCode, giveCode, halfWay, secured, wrongCode } from './test-second-factor.ts'
import { password } from './test-sign-up.ts'

const { secondFactorAccount } = rateLimits

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'signUpNetwork=1000/3600,codeNetwork=1000/3600,loginNetwork=1000/60' })
})
// Every test begins with untouched limits.
beforeEach(() => server.moveClock(secondFactorAccount.windowSeconds + 1))
afterAll(() => server?.close())

const codeOf = ({ json }: Reply): string | undefined => json.error?.code
const codesOf = (replies: Reply[]) => replies.map((reply) => codeOf(reply) ?? 'in').sort()
const stateOf = async (browser: Browser) => (await browser.withAccess('GET', '/api/second-factor')).json
const enter = async (browser: Browser, code: string, more = {}) => {
  const reply = await giveCode(browser, code, more)
  expect(codeOf(reply)).toBeUndefined()
  browser.accessToken = reply.json.accessToken
  return browser
}

describe('setting it up', () => {
  test('A10 a key for the app, then a first code; only then log-ins ask, and the owner is told', async () => {
    const { browser, email } = await signedIn(server)
    const off = { isOn: false, since: null, recoveryCodesLeft: 0, remembered: 0 }
    expect(await stateOf(browser)).toEqual(off)
    const { key, address } = (await browser.withAccess('POST', '/api/second-factor')).json
    expect(new URL(address).searchParams.get('secret')).toBe(key)
    expect(decodeURIComponent(address)).toContain(`Sampan:${email}`)
    expect(await stateOf(browser)).toEqual(off)
    await new Browser(server).logIn(email)
    const confirm = (code: string) => browser.withAccess('POST', '/api/second-factor/confirm', { code })
    expect(codeOf(await confirm(wrongCode(server, key)))).toBe('secondFactorWrong')
    expect(codeOf(await confirm('12345'))).toBe('invalidInput')
    const mails = (await server.mailsTo(email)).length
    const { recoveryCodes } = (await confirm(appCode(server, key))).json
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
    expect(await stateOf(browser)).toMatchObject({ isOn: true, since: expect.any(Number), recoveryCodesLeft: 10 })
    expect((await server.mailTo(email, mails + 1)).subject).toBe('Logging in to Sampan now takes a code as well')
    expect(codeOf(await browser.withAccess('POST', '/api/second-factor'))).toBe('secondFactorOn')
    await halfWay(server, email)
  })

  test('H3 A10 the same code again, as its answer was lost: other recovery codes, in place of those that nobody has seen', async () => {
    const { browser, email } = await signedIn(server)
    const { key } = (await browser.withAccess('POST', '/api/second-factor')).json
    const confirm = () => browser.withAccess('POST', '/api/second-factor/confirm', { code: appCode(server, key) })
    const [lost, again] = [(await confirm()).json, (await confirm()).json]
    const half = await halfWay(server, email)
    expect(codeOf(await giveCode(half, lost.recoveryCodes[0]))).toBe('secondFactorWrong')
    expect(codeOf(await giveCode(half, again.recoveryCodes[0]))).toBeUndefined()
  })

  test('R5 the tables give neither the key nor a code away', async () => {
    const { userId, key, recoveryCodes } = await secured(server)
    const { rows } = await server.services.db.execute(
      sql`select f::text, (select string_agg(c::text, ' ') from recovery_codes c where c.user_id = f.user_id) from second_factors f where user_id = ${userId}`,
    )
    const text = JSON.stringify(rows)
    for (const secret of [key, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(text).not.toContain(secret)
  })

  test('A10 off: recovery codes and remembered browsers end with it, and the owner is told once', async () => {
    const { browser, email, key } = await secured(server)
    const other = await halfWay(server, email)
    await enter(other, appCode(server, key), { remember: true })
    const mails = (await server.mailsTo(email)).length
    for (let i = 0; i < 2; i++) expect((await browser.withAccess('DELETE', '/api/second-factor')).json).toEqual({ ok: true })
    expect(await stateOf(browser)).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0, remembered: 0 })
    await new Browser(server).logIn(email)
    await jobsDone(server)
    const subjects = (await server.mailsTo(email)).slice(mails).map(({ subject }) => subject)
    expect(subjects.filter((subject) => /takes no code/.test(subject!))).toHaveLength(1)
  })

  test('A10 the operator switches it off for who has lost everything; the owner is told who did', async () => {
    const { email } = await secured(server)
    const off = async (...operands: string[]) => {
      const out: string[] = []
      await callCommand(secondFactorCommand, server.services.config, poolOf(server).options, { values: {}, operands }, out)
      return out.join('\n')
    }
    await expect(off('on', email)).rejects.toThrow('Only off')
    await expect(off('off', 'nobody@example.com')).rejects.toThrow('no account')
    const mails = (await server.mailsTo(email)).length
    expect(await off('off', ` ${email.toUpperCase()}`)).toContain('password alone')
    expect(await off('off', email)).toContain('already')
    expect((await server.mailTo(email, mails + 1)).text).toContain('Whoever runs this service')
    await new Browser(server).logIn(email)
  })
})

describe('logging in', () => {
  test('A10 A13 password, then code; only then is there a session, and a mail about a new device', async () => {
    const { email, key, userId } = await secured(server)
    await jobsDone(server)
    const mails = (await server.mailsTo(email)).length
    const half = await halfWay(server, email, new Browser(server, { 'user-agent': 'Mozilla/5.0 Firefox/145.0' }))
    expect((await half.refresh()).status).toBe(401)
    await jobsDone(server)
    expect(await server.mailsTo(email)).toHaveLength(mails)
    await enter(half, appCode(server, key))
    expect((await half.refresh()).status).toBe(200)
    expect((await server.mailTo(email, mails + 1)).subject).toMatch(/new device/)
    const { rows } = await server.services.db.execute(sql`select login_count from users where id = ${userId}`)
    expect(rows).toEqual([{ login_count: 2 }])
    const { sessions } = (await half.withAccess('GET', '/api/sessions')).json
    expect(sessions[0]).toMatchObject({ isThis: true, proof: 'passwordAndCode' })
  })

  test('A10 a code is of now: half a minute early or late is borne with, a minute is not', async () => {
    const { email, key } = await secured(server)
    server.moveClock(300)
    const half = await halfWay(server, email)
    for (const steps of [-2, 2]) expect(codeOf(await giveCode(half, appCode(server, key, steps)))).toBe('secondFactorWrong')
    for (const steps of [-1, 1]) {
      await halfWay(server, email, half)
      expect(codeOf(await giveCode(half, appCode(server, key, steps))), `${steps}`).toBeUndefined()
    }
  })

  test('A10 R23 a code is taken once, in whatever browser, and none from before it', async () => {
    const { email, key } = await secured(server)
    const [first, second] = [await halfWay(server, email), await halfWay(server, email)]
    const before = appCode(server, key, -1)
    await enter(first, appCode(server, key))
    for (const code of [appCode(server, key), before]) expect(codeOf(await giveCode(second, code))).toBe('secondFactorWrong')
    server.moveClock(30)
    await enter(second, appCode(server, key))
  })

  test('R23 of 50 that race with one code, app’s or to recover with, one comes in', async () => {
    const { email, key, recoveryCodes } = await secured(server)
    for (const code of [appCode(server, key), recoveryCodes[0]!]) {
      server.moveClock(code.length > 6 ? secondFactorAccount.windowSeconds + 1 : 0)
      const half = await halfWay(server, email)
      const replies = await Promise.all(Array.from({ length: 50 }, () => giveCode(half, code)))
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(new Set(codesOf(replies))).toEqual(new Set(['in', 'rateLimited', 'secondFactorWrong']))
    }
  })

  test('H3 A10 the same call again, as its answer was lost, comes in; another one with the code does not', async () => {
    const { email, key } = await secured(server)
    const half = await halfWay(server, email)
    const cookie = half.cookie
    const code = appCode(server, key)
    const give = (requestKey: string) => {
      half.cookie = cookie
      return giveCode(half, code, {}, { 'idempotency-key': requestKey })
    }
    expect([await give('one'), await give('one'), await give('two')].map(codeOf)).toEqual([
      undefined,
      undefined,
      'secondFactorWrong',
    ])
  })

  test('A10 a recovery code, as typed, is good once; new ones end the old', async () => {
    const { browser, email, recoveryCodes } = await secured(server)
    const [first, second] = recoveryCodes
    const half = await halfWay(server, email)
    await enter(half, ` ${first!.toLowerCase().replaceAll('-', ' ')}`)
    expect(await stateOf(half)).toMatchObject({ recoveryCodesLeft: 9 })
    await halfWay(server, email, half)
    expect(codeOf(await giveCode(half, first!))).toBe('secondFactorWrong')
    const renewed = (await browser.withAccess('POST', '/api/second-factor/recovery-codes')).json.recoveryCodes
    expect(codeOf(await giveCode(half, second!))).toBe('secondFactorWrong')
    await enter(half, renewed[1])
  })

  test('R25 neither code is good for another account', async () => {
    const [one, two] = [await secured(server), await secured(server)]
    const half = await halfWay(server, two.email)
    for (const code of [one.recoveryCodes[0]!, appCode(server, one.key)])
      expect(codeOf(await giveCode(half, code))).toBe('secondFactorWrong')
  })
})

describe('a half-finished log-in', () => {
  const over = 'halfLogInOver'

  test('R23 is of its browser: stolen, forged, cut or missing, it is refused, and the code stays good', async () => {
    const { email, key } = await secured(server)
    const half = await halfWay(server, email)
    const thief = new Browser(server)
    await thief.call('GET', '/refreshToken', undefined, { 'x-sampan': 'web' })
    const token = half.jar.get('sampan_half')!
    for (const stolen of [token, token.slice(0, -1), `x${token}`, token.replace(/ /g, '.'), '']) {
      thief.jar.set('sampan_half', stolen)
      expect(codeOf(await giveCode(thief, appCode(server, key))), stolen).toBe(over)
    }
    await enter(half, appCode(server, key))
    expect(half.jar.has('sampan_half')).toBe(false)
  })

  test('R23 is over after ten minutes', async () => {
    const { email, key } = await secured(server)
    const half = await halfWay(server, email)
    server.moveClock(600)
    expect(codeOf(await giveCode(half, appCode(server, key)))).toBe(over)
  })

  test.each(['changed', 'reset'])('R23 R24 ends with the password that it began with, %s', async (how) => {
    const { browser, email, key } = await secured(server)
    const half = await halfWay(server, email)
    if (how === 'changed') await browser.withAccess('POST', '/api/account/password', { password, newPassword })
    else await reset(browser, await newToken(server, email))
    expect(codeOf(await giveCode(half, appCode(server, key)))).toBe(over)
  })

  test('A10 is over once no code is asked for any more', async () => {
    const { browser, email, key } = await secured(server)
    const half = await halfWay(server, email)
    await browser.withAccess('DELETE', '/api/second-factor')
    expect(codeOf(await giveCode(half, appCode(server, key)))).toBe(over)
  })

  test('A2 R20 a wrong password is answered as ever', async () => {
    const { email } = await secured(server)
    expect(codeOf(await new Browser(server).call('POST', '/combinedAuth', { email, password: 'wrong' }))).toBe('loginFailed')
  })
})

describe('tries', () => {
  test('R19 10 wrong ones an account, then the right code waits too; the browser that was known before has its own', async () => {
    const { browser, email, key } = await secured(server)
    const half = await halfWay(server, email)
    for (let i = 0; i < secondFactorAccount.max; i++)
      expect(codeOf(await giveCode(half, wrongCode(server, key)))).toBe('secondFactorWrong')
    const other = await halfWay(server, email)
    for (const each of [half, other]) expect(codeOf(await giveCode(each, appCode(server, key)))).toBe('rateLimited')
    await halfWay(server, email, browser)
    await enter(browser, appCode(server, key))
  })

  test('R19 what was right is given back', async () => {
    const { email, recoveryCodes } = await secured(server)
    for (const code of recoveryCodes) await enter(await halfWay(server, email), code)
    expect(codeOf(await giveCode(await halfWay(server, email), 'AAAAAAAAAAAA'))).toBe('secondFactorWrong')
  })

  test('R19 30 wrong ones a network over all accounts', async () => {
    for (let i = 0; i < 3; i++) {
      const { email, key } = await secured(server)
      const half = await halfWay(server, email)
      for (let j = 0; j < secondFactorAccount.max; j++) await giveCode(half, wrongCode(server, key))
    }
    const { email, key } = await secured(server)
    expect(codeOf(await giveCode(await halfWay(server, email), appCode(server, key)))).toBe('rateLimited')
  })
})
