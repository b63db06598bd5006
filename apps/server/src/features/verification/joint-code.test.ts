/** A bomb of codes: what strangers of many networks can make of a mailbox, and of whoever waits for a code in it (R18, R41). */
import { jointCode } from '@sampan/contract/limits'
import { rateLimits } from '@sampan/contract/rate-limits'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

const { codeAddress, codeJoint, codeMailboxDay, emailTakenNetwork } = rateLimits
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '127.0.0.1', RATE_LIMITS: 'signUpNetwork=1000/60' })
})
afterAll(() => server?.close())

let names = 0
let networks = 0
const address = () => `victim${++names}@example.com`
const elsewhere = () => new Browser(server, { 'x-forwarded-for': `10.${networks >> 8}.${networks++ & 255}.1` })
const doors = {
  send: ['/verifyEmail', (email: string, verifyId: string) => ['/checkVerifyEmail', { email, verifyId }]],
  signUp: ['/newsignupverify', (email: string, verifyComplete: string) => ['/newsignupverify', { email, verifyComplete }]],
} as const
type Door = keyof typeof doors

const ask = (browser: Browser, email: string, door: Door = 'send') => browser.call('POST', doors[door][0], { email })
const check = async (browser: Browser, email: string, code: string, door: Door = 'send') => {
  const [path, body] = doors[door][1](email, code)
  return (await browser.call('POST', path as string, body)).status
}
const mailsTo = async (email: string) => {
  await server.runJobs('mail-code')
  return server.mailsTo(email)
}
const newestCode = async (email: string) => /^([0-9A-HJKMNP-TV-Z]{5}) /.exec((await mailsTo(email)).at(-1)?.subject ?? '')![1]!
/** Each network asks from two browsers, or from one where they are many. */
async function bomb(count: number, emailOf: (nth: number) => string, door: Door = 'send'): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    const from = { 'x-forwarded-for': `10.${networks >> 8}.${networks++ & 255}.1` }
    await Promise.all([1, 2].slice(0, count > 10 ? 1 : 2).map(() => ask(new Browser(server, from), emailOf(nth), door)))
  }
}
const getsIn = async (email: string, door: Door = 'send') => {
  const owner = elsewhere()
  const { status } = await ask(owner, email, door)
  return [status, await check(owner, email, await newestCode(email), door)]
}

test.each([
  ['send', 2],
  ['send', 10],
  ['send', 40],
  ['signUp', 10],
] as const)(
  'R18 R41 who asks first from elsewhere gets a code (%s) whatever %i networks asked for, and the mails stay few',
  async (door, count) => {
    const email = address()
    for (const _hour of [1, 2]) {
      const before = (await mailsTo(email)).length
      await bomb(count, () => email, door)
      for (const minutes of [0, 9, 20]) {
        server.moveClock(minutes * 60)
        expect(await getsIn(email, door)).toEqual([200, 200])
      }
      expect((await mailsTo(email)).length - before).toBeLessThanOrEqual(codeAddress.max + codeJoint.max)
      server.moveClock(3601)
    }
  },
)

test('R18 names behind a plus take nothing of what is kept for the plain one, nor do they get more mails together', async () => {
  const email = address()
  const named = (nth: number) => email.replace('@', `+${nth}@`)
  await bomb(24, named)
  const mails = (await Promise.all(Array.from({ length: 24 }, (_, nth) => mailsTo(named(nth))))).flat().length
  expect(mails).toBeLessThanOrEqual(codeAddress.max + codeJoint.max)
  expect(await getsIn(email)).toEqual([200, 200])
})

test('R18 Q12 a joint code is good in browsers that asked for it alone, after fewer wrong tries, and as long as it lives', async () => {
  const email = address()
  await bomb(10, () => email)
  const [owner, clumsy, late, stranger] = [elsewhere(), elsewhere(), elsewhere(), elsewhere()]
  for (const browser of [owner, clumsy, late]) expect((await ask(browser, email)).status).toBe(200)
  const code = await newestCode(email)
  const wrong = code === 'AAAAA' ? 'BBBBB' : 'AAAAA'
  expect(await check(stranger, email, code)).toBe(403)
  for (let i = 0; i < jointCode.tries; i++) expect(await check(clumsy, email, wrong)).toBe(403)
  expect([await check(clumsy, email, code), await check(owner, email, code)]).toEqual([403, 200])
  server.moveClock(601)
  expect(await check(late, email, code)).toBe(403)
  expect(JSON.stringify((await server.services.db.execute(sql`select v::text from verifications v`)).rows)).not.toContain(code)
  expect(server.logs.join('')).not.toContain(code)
})

test('R18 60 who ask at once are given one code by one mail', async () => {
  const email = address()
  await bomb(5, () => email)
  const before = (await mailsTo(email)).length
  expect(before).toBe(codeAddress.max)
  const browsers = Array.from({ length: 60 }, elsewhere)
  const replies = await Promise.all(browsers.map((browser) => ask(browser, email)))
  expect(new Set(replies.map(({ status, json }) => `${status} ${json.expiresAt}`)).size).toBe(1)
  expect((await mailsTo(email)).length).toBe(before + 1)
})

test('R18 R41 above the mails of a day there are joint ones too', async () => {
  const email = address()
  let mails = 0
  for (let hour = 0; hour * codeAddress.max < codeMailboxDay.max; hour++) {
    await bomb(5, () => email)
    mails = (await mailsTo(email)).length
    server.moveClock(3601)
  }
  expect(mails).toBe(codeMailboxDay.max)
  expect(await getsIn(email)).toEqual([200, 200])
})

test('R20 of an address with an account nothing else is seen, and no code of the mail signs up', async () => {
  const [{ email }, free] = [await new Browser(server).signUp(address()), address()]
  const shapes = []
  for (const of of [email, free]) {
    await bomb(10, () => of)
    const asker = elsewhere()
    for (let i = 0; i < emailTakenNetwork.max; i++) await asker.call('POST', '/newsignupverify', { email })
    const { status, json } = await ask(asker, of, 'signUp')
    shapes.push([status, Object.keys(json), await check(asker, of, await newestCode(of), 'signUp')])
  }
  expect(shapes[0]!.slice(0, 2)).toEqual(shapes[1]!.slice(0, 2))
  expect([shapes[0]![2], shapes[1]![2]]).toEqual([403, 200])
})
