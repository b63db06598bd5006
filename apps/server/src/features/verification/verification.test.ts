import { codeLifeSeconds, codeMaxTries, verifiedSeconds } from '@sampan/contract/limits'
import { codeAlphabet } from '@sampan/contract/rules/verification-code'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '127.0.0.1', RATE_LIMITS: 'codeNetwork=100000/3600' })
})
afterAll(() => server?.close())

let names = 0
const address = () => `anna${++names}@example.com`
const codeIn = (mail: { subject?: string | undefined }) => /\b([0-9A-HJKMNP-TV-Z]{5})\b/.exec(mail.subject ?? '')![1]!
const ask = (browser: Browser, email: string, path = '/verifyEmail') => browser.call('POST', path, { email })
const check = (browser: Browser, email: string, verifyId: string) =>
  browser.call('POST', '/checkVerifyEmail', { email, verifyId })
const otherThan = (code: string) => (code === 'AAAAA' ? 'BBBBB' : 'AAAAA')

async function asked() {
  const [browser, email] = [new Browser(server), address()]
  await ask(browser, email)
  return { browser, email, code: codeIn(await server.mailTo(email)) }
}
const refused = { status: 403, json: { error: { code: 'codeWrong', message: 'Incorrect, check your email and try again.' } } }

describe('a code', () => {
  test.each(['/verifyEmail', '/sendVerifyEmail'])(
    'Q12 K5 %s mails one unbroken 5-character code in subject and text',
    async (path) => {
      const [browser, email] = [new Browser(server), address()]
      expect((await ask(browser, ` ${email.toUpperCase()} `, path)).json).toMatchObject({ ok: true, verified: false })
      const mail = await server.mailTo(email)
      expect([...codeIn(mail)].every((char) => codeAlphabet.includes(char))).toBe(true)
      expect(mail.text).toContain(codeIn(mail))
      expect((await check(browser, email, codeIn(mail))).status).toBe(200)
    },
  )

  test.each(['/verifyEmail', '/newsignupverify'])(
    'H3 Q12 A1 %s asked ten times with one Idempotency-Key, at once too, mails one code and answers the same; a new key a new one',
    async (path) => {
      const [browser, email] = [new Browser(server), address()]
      const again = (key: string) => browser.call('POST', path, { email }, { 'idempotency-key': key })
      const first = await again('one')
      const replies = await Promise.all(Array.from({ length: 9 }, () => again('one')))
      expect(new Set(replies.map(({ status, json }) => JSON.stringify([status, json])))).toEqual(
        new Set([JSON.stringify([200, first.json])]),
      )
      const code = codeIn(await server.mailTo(email))
      await again('two')
      expect(codeIn(await server.mailTo(email, 2))).not.toBe(code)
      expect(await server.mailsTo(email)).toHaveLength(2)
    },
  )

  test('Q12 entry ignores case and spaces and reads O as 0, I and L as 1', async () => {
    const { browser, email, code } = await asked()
    const typed = ` ${code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l').split('').join(' ')} `
    expect((await check(browser, email, typed)).status).toBe(200)
  })

  test('Q12 a proved address stays proved in that browser for 24 hours, and in no other', async () => {
    const { browser, email, code } = await asked()
    await check(browser, email, code)
    expect((await ask(browser, email)).json.verified).toBe(true)
    expect((await ask(new Browser(server), email)).json.verified).toBe(false)
    server.moveClock(verifiedSeconds + 1)
    expect((await ask(browser, email)).json.verified).toBe(false)
  })

  test('R18 H3 it is good once: repeated at once in its browser it is answered the same, later and elsewhere it is refused like a wrong one', async () => {
    const { browser, email, code } = await asked()
    for (const _ of [1, 2]) expect((await check(browser, email, code)).status).toBe(200)
    expect(await check(new Browser(server), email, code)).toMatchObject(refused)
    expect(await check(browser, email, otherThan(code))).toMatchObject(refused)
    server.moveClock(121)
    expect(await check(browser, email, code)).toMatchObject(refused)
  })

  test('R18 after 5 wrong tries the right one is refused with the same words', async () => {
    const { browser, email, code } = await asked()
    for (let i = 0; i < codeMaxTries; i++) expect(await check(browser, email, otherThan(code))).toMatchObject(refused)
    expect(await check(browser, email, code)).toMatchObject(refused)
  })

  test('R18 wrong tries are counted even when 20 race, in the database', async () => {
    const { browser, email, code } = await asked()
    await Promise.all(Array.from({ length: 20 }, () => check(browser, email, otherThan(code))))
    const { rows } = await server.services.db.execute(sql`select tries from verifications where email = ${email}`)
    expect(rows).toEqual([{ tries: codeMaxTries }])
    expect(await check(browser, email, code)).toMatchObject(refused)
  })

  test('R18 it dies after 10 minutes', async () => {
    const { browser, email, code } = await asked()
    server.moveClock(codeLifeSeconds + 1)
    expect(await check(browser, email, code)).toMatchObject(refused)
  })

  test('R18 it is bound to its address and its browser', async () => {
    const { browser, email, code } = await asked()
    expect(await check(new Browser(server), email, code)).toMatchObject(refused)
    expect(await check(browser, address(), code)).toMatchObject(refused)
    expect((await check(browser, email, code)).status).toBe(200)
  })

  test('R18 a newer code replaces the older one', async () => {
    const { browser, email, code } = await asked()
    await ask(browser, email)
    const newer = codeIn(await server.mailTo(email, 2))
    if (newer !== code) expect(await check(browser, email, code)).toMatchObject(refused)
    expect((await check(browser, email, newer)).status).toBe(200)
  })

  test('R18 H2 the 4th in an hour is refused with the wait, and comes after it', async () => {
    const [browser, email] = [new Browser(server, { 'accept-language': 'zh' }), address()]
    for (let i = 0; i < 3; i++) expect((await ask(browser, email)).status).toBe(200)
    const fourth = await ask(browser, email)
    expect(fourth.json.error).toMatchObject({
      code: 'rateLimited',
      message: expect.stringMatching(/^操作过于频繁，请在(1小时|60分钟)后再试。$/),
    })
    expect(fourth.json.error.retryAfterSeconds).toBeGreaterThan(3500)
    expect(fourth.headers.get('retry-after')).toBe(String(fourth.json.error.retryAfterSeconds))
    server.moveClock(fourth.json.error.retryAfterSeconds + 1)
    expect((await ask(browser, email)).status).toBe(200)
  })

  test('R18 of 10 racing requests for one address and browser 3 mails leave', async () => {
    const [browser, email] = [new Browser(server), address()]
    await browser.takeTicket()
    const replies = await Promise.all(Array.from({ length: 10 }, () => ask(browser, email)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
  })

  const from = (network: number) => new Browser(server, { 'x-forwarded-for': `203.0.113.${network}` })
  const mailed = async (askers: Browser[], emails: string[]) => {
    let count = 0
    for (const [nth, browser] of askers.entries()) if ((await ask(browser, emails[nth % emails.length]!)).status === 200) count++
    return count
  }

  test('R18 R41 a network address gets 5 an hour for one mailbox, however it is written and from whatever browser', async () => {
    const email = address()
    const names = [email, email.replace('@', '+1@'), email.toUpperCase(), email.replace('@', '+2@')]
    expect(
      await mailed(
        Array.from({ length: 8 }, () => from(1)),
        names,
      ),
    ).toBe(5)
  })

  test('R46 it is nowhere in the logs and nowhere at rest', async () => {
    const { browser, email, code } = await asked()
    await check(browser, email, code)
    expect(server.logs.join('')).not.toContain(code)
    const { rows } = await server.services.db.execute<{ row: string }>(
      sql`select verifications::text as row from verifications where email = ${email}`,
    )
    expect(rows.map(({ row }) => row).join('')).not.toContain(code)
  })
})
