import { request } from 'node:http'
import { resetLinkSeconds } from '@sampan/contract/limits'
import { rateLimits } from '@sampan/contract/rate-limits'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { accountJobs } from './index.ts'
import { mailReset } from './reset-password.ts'
import {
  askLink,
  check,
  jobsDone,
  linkOf,
  newPassword,
  newToken,
  openSessionsOf,
  reset,
  signedIn,
  tokenOf,
  tryLogIn,
} from './test-credentials.ts'
import { address, password } from './test-sign-up.ts'

const { resetAddress, resetAddressNetwork, resetNetwork, loginAccount } = rateLimits
let server: TestServer
beforeAll(async () => {
  const rules = ['signUpNetwork', 'codeNetwork', 'resetNetwork', 'loginNetwork', 'deviceNetwork']
  server = await startTestServer({ RATE_LIMITS: rules.map((rule) => `${rule}=1000/60`).join(',') })
})
afterAll(() => server?.close())

const dead = { status: 403, json: { error: { code: 'resetLinkDead' } } }
const mailsTo = async (email: string) => (await server.mailsTo(email)).length

describe('asking for a link', () => {
  test('A2 R20 a known and an unknown address are answered alike and leave the same work; only the known one gets a mail', async () => {
    const [{ email }, unknown] = [await signedIn(server), address()]
    await jobsDone(server)
    const before = await mailsTo(email)
    const replies = [await askLink(new Browser(server), ` ${email.toUpperCase()}`), await askLink(new Browser(server), unknown)]
    for (const { status, json } of replies) expect({ status, json }).toEqual({ status: 200, json: { ok: true } })
    await jobsDone(server)
    expect(await mailsTo(email)).toBe(before + 1)
    expect(await mailsTo(unknown)).toBe(0)
  })

  test('A4 R24 the link is at our address whatever Host and forwarding say, and the table has no token', async () => {
    const { email } = await signedIn(server)
    const before = await mailsTo(email)
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'content-type': 'application/json' }
    const status = await new Promise((resolve) =>
      request(`${server.url}/resetPasswordLink`, { method: 'POST', headers }, ({ statusCode }) => resolve(statusCode)).end(
        JSON.stringify({ email }),
      ),
    )
    expect(status).toBe(200)
    const mail = await server.mailTo(email, before + 1)
    expect(linkOf(mail).origin).toBe(new URL(server.services.config.publicUrl).origin)
    expect(mail.text).not.toContain('evil')
    const { rows } = await server.services.db.execute(sql`select r::text from password_resets r`)
    expect(JSON.stringify(rows)).not.toContain(tokenOf(mail))
  })

  test('R18 R20 so many an hour for an address, with an account or without, and for a network', async () => {
    const strict = await startTestServer({ TRUST_PROXY: '127.0.0.1' })
    const [known, unknown] = [await signedIn(strict), address()]
    const from = (network: number) => new Browser(strict, { 'x-forwarded-for': `203.0.113.${network}` })
    const given = async (email: string, networks: number[]) =>
      (await Promise.all(networks.map((network) => askLink(from(network), email)))).filter(({ status }) => status === 200).length
    for (const email of [known.email, unknown])
      for (const network of [1, 2]) expect(await given(email, Array(5).fill(network))).toBe(resetAddressNetwork.max)
    const left = resetNetwork.max
    const others = await Promise.all(Array.from({ length: left + 5 }, () => askLink(new Browser(strict), address())))
    expect(others.map(({ status }) => status).sort()).toEqual([...Array(left).fill(200), ...Array(5).fill(429)])
    await strict.close()
  })

  test.each([10, 100])(
    'R18 R41 %i networks that ask for links shut nobody out: few mails, and the last one has a link that works',
    async (networks) => {
      const strict = await startTestServer({ TRUST_PROXY: '127.0.0.1' })
      const { email } = await signedIn(strict)
      await jobsDone(strict)
      const before = (await strict.mailsTo(email)).length
      const from = (network: number) => new Browser(strict, { 'x-forwarded-for': `10.0.${network}.1` })
      const sent = async () => (await strict.mailsTo(email)).slice(before)
      for (let network = 0; network < networks; network++) expect((await askLink(from(network), email)).status).toBe(200)
      for (const [nth, minutes] of [0, 29, 30].entries()) {
        strict.moveClock(minutes * 60)
        expect((await askLink(from(200 + nth), email)).status).toBe(200)
        await jobsDone(strict)
        expect((await check(strict, tokenOf((await sent()).at(-1)!))).status).toBe(202)
      }
      expect((await sent()).length).toBeLessThanOrEqual(resetAddress.max + 2)
      await strict.close()
    },
  )

  test.each([[{}], [{ email: 'mei' }], [{ email: 7 }]])('H2 refuses %j', async (body) => {
    expect((await new Browser(server).call('POST', '/resetPasswordLink', body)).json.error.code).toBe('invalidInput')
  })
})

describe('the link', () => {
  test('A4 R24 asked for twice: the first is dead, the second is good once', async () => {
    const { email } = await signedIn(server)
    const [first, second] = [await newToken(server, email), await newToken(server, email)]
    expect(await check(server, first)).toMatchObject(dead)
    expect((await check(server, second)).status).toBe(202)
    expect(await reset(new Browser(server), first)).toMatchObject(dead)
    expect((await reset(new Browser(server), second)).json).toEqual({ ok: true })
    expect(await reset(new Browser(server), second, 'another one again')).toMatchObject(dead)
    expect(await check(server, second)).toMatchObject(dead)
    expect((await tryLogIn(server, email, password)).json.error.code).toBe('loginFailed')
    expect((await tryLogIn(server, email, newPassword)).status).toBe(200)
  })

  test('A4 is good for an hour', async () => {
    const { email } = await signedIn(server)
    const token = await newToken(server, email)
    server.moveClock(resetLinkSeconds - 60)
    expect((await check(server, token)).status).toBe(202)
    server.moveClock(61)
    expect(await check(server, token)).toMatchObject(dead)
    expect(await reset(new Browser(server), token)).toMatchObject(dead)
  })

  test('A4 one of two at once sets the password', async () => {
    const { email } = await signedIn(server)
    const token = await newToken(server, email)
    const words = ['the left-hand sampan', 'the right-hand sampan']
    const replies = await Promise.all(words.map((word) => reset(new Browser(server), token, word)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403])
    const logIns = await Promise.all(words.map((word) => tryLogIn(server, email, word)))
    expect(logIns.map(({ status }) => status)).toEqual(replies.map(({ status }) => (status === 200 ? 200 : 401)))
  })

  test.each([
    ['too short', { password: '12345' }, { password: 'passwordTooShort' }],
    ['too common', { password: 'password' }, { password: 'passwordTooCommon' }],
    ['no text', { password: 7 }, { password: 'invalid' }],
    ['not there', {}, { password: 'required' }],
  ])('A4 K5 a password that is %s is refused and leaves the link good', async (_, body, fields) => {
    const { email } = await signedIn(server)
    const token = await newToken(server, email)
    const reply = await new Browser(server).call('POST', '/resetPassword', { token, ...body })
    expect(reply).toMatchObject({ status: 400, json: { error: { code: 'invalidInput', fields } } })
    expect((await check(server, token)).status).toBe(202)
  })

  test.each(['', 'x', 'a\0b', '0'.repeat(22), '💧'.repeat(22)])('R23 A4 "%s" opens nothing', async (token) => {
    expect(await check(server, token)).toMatchObject(dead)
    expect(await reset(new Browser(server), token)).toMatchObject(dead)
    const asAccess = { authorization: `Bearer ${token.replace(/[^\x21-\x7e]/gu, 'x') || 'x'}` }
    expect((await new Browser(server).call('GET', '/api/sessions', undefined, asAccess)).status).toBe(401)
  })
})

describe('mails that come late', () => {
  const late = async () => {
    const { email } = await signedIn(server)
    const asked = {
      resetId: crypto.randomUUID(),
      email,
      askedAt: new Date(server.services.clock().getTime() - 1000).toISOString(),
    }
    return { email, asked }
  }

  test('R24 a mail tried again carries the same link, and none once the link was used', async () => {
    const { email, asked } = await late()
    await mailReset(server.services, asked)
    const token = tokenOf((await server.mailsTo(email)).at(-1)!)
    await mailReset(server.services, asked)
    // One Message-ID, so one mail to the reader's program, here one file.
    expect(tokenOf((await server.mailsTo(email)).at(-1)!)).toBe(token)
    expect((await reset(new Browser(server), token)).status).toBe(200)
    await jobsDone(server)
    const before = await mailsTo(email)
    await mailReset(server.services, asked)
    expect(await mailsTo(email)).toBe(before)
    expect(await check(server, token)).toMatchObject(dead)
  })

  test('R24 a mail that left late does not take the place of a newer one, nor does it leave after its hour', async () => {
    const { email, asked } = await late()
    const token = await newToken(server, email)
    const before = await mailsTo(email)
    await mailReset(server.services, asked)
    server.moveClock(resetLinkSeconds - 10)
    expect(await mailsTo(email)).toBe(before)
    expect((await check(server, token)).status).toBe(202)
    server.moveClock(20)
    await mailReset(server.services, { ...asked, resetId: crypto.randomUUID() })
    expect(await mailsTo(email)).toBe(before)
  })

  test('A4 old links are forgotten a day after their hour, and no others', async () => {
    const { email } = await signedIn(server)
    await newToken(server, email)
    const { timed } = accountJobs(server.services)
    const forget = () => timed.find((job) => job.name === 'accounts:delete-old-resets')!.run({}, { attempt: 1, maxAttempts: 1 })
    const left = async () =>
      (
        await server.services.db.execute(
          sql`select 1 from password_resets r join users u on u.id = r.user_id where u.email = ${email}`,
        )
      ).rows.length
    await forget()
    expect(await left()).toBe(1)
    server.moveClock(resetLinkSeconds + 86_401)
    await forget()
    expect(await left()).toBe(0)
  })
})

describe('setting the password', () => {
  test('A4 R24 R27 ends every session, API token and program that was allowed, tells by mail, and forgets the tries', async () => {
    const { browser, email, userId } = await signedIn(server)
    const { secret } = (await browser.withAccess('POST', '/api/tokens', { name: 'nightly' })).json
    const asked = (await new Browser(server).call('POST', '/api/devices/begin', { program: 'sampan', hostName: '' })).json
    await browser.withAccess('POST', `/api/devices/${asked.userCode}`, { isAllowed: true })
    const stranger = new Browser(server)
    const token = await newToken(server, email)
    for (let i = 0; i < loginAccount.max; i++) await tryLogIn(server, email, 'wrong')
    expect((await tryLogIn(server, email, password)).status).toBe(429)
    const before = await mailsTo(email)
    expect((await reset(stranger, token)).status).toBe(200)

    expect(await openSessionsOf(server, userId)).toBe(0)
    expect((await browser.withAccess('GET', '/getQs')).json.error.code).toBe('signedOut')
    expect((await browser.refresh()).json.error.code).toBe('signedOut')
    expect((await stranger.call('GET', '/getQs', undefined, { authorization: `Bearer ${secret}` })).status).toBe(401)
    const polled = await new Browser(server).call('POST', '/api/devices/poll', { deviceCode: asked.deviceCode })
    expect(polled.json).toMatchObject({ state: 'expired', session: null })
    expect((await tryLogIn(server, email, newPassword)).status).toBe(200)
    const notice = await server.mailTo(email, before + 1)
    expect(notice.subject).toContain('password was changed')
    expect(notice.text).toContain(`/login?forgotPass=1&user=${encodeURIComponent(email)}`)
  })

  test('A4 R24 no browser keeps the proof of the mailbox, nor a code that would be one', async () => {
    const { email } = await signedIn(server)
    const [thief, late] = [new Browser(server), new Browser(server)]
    await thief.verify(email)
    const isVerified = async (browser: Browser) => (await browser.call('POST', '/verifyEmail', { email })).json.verified
    expect(await isVerified(thief)).toBe(true)
    const verifyId = await late.askCode('/verifyEmail', email)
    expect((await reset(new Browser(server), await newToken(server, email))).status).toBe(200)
    const verified = await late.call('POST', '/checkVerifyEmail', { email, verifyId })
    expect(verified.json.error.code).toBe('codeWrong')
    await thief.takeTicket()
    const { slug } = (await thief.create([{ path: 'a.bin', bytes: Buffer.from('hello') }])).json
    expect((await thief.publish(slug, { senderEmail: email })).json.error.code).toBe('addressNotVerified')
    expect(await isVerified(thief)).toBe(false)
  })

  test('R24 no log-in with the old password outlives it, however they race', async () => {
    const { email, userId } = await signedIn(server)
    const token = await newToken(server, email)
    const logIns = Array.from({ length: 9 }, () => tryLogIn(server, email, password))
    const done = reset(new Browser(server), token)
    const statuses = (await Promise.all(logIns)).map(({ status }) => status)
    expect((await done).status).toBe(200)
    expect(statuses.every((status) => status === 200 || status === 401)).toBe(true)
    expect(await openSessionsOf(server, userId)).toBe(0)
  })
})
