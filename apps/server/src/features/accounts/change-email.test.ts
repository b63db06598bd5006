import { rateLimits } from '@sampan/contract/rate-limits'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyDownloads } from '../../../test/support/dashboard.ts'
import { Browser, codeIn, type Reply } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { check, jobsDone, newToken, signedIn, tryLogIn } from './test-credentials.ts'
import { address, password } from './test-sign-up.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'signUpNetwork=1000/60,codeNetwork=1000/60,loginNetwork=1000/60' })
})
afterAll(() => server?.close())

const begin = (browser: Browser, email: string, typed = password): Promise<Reply> =>
  browser.withAccess('POST', '/api/account/email', { email, password: typed })
const confirm = (browser: Browser, email: string, code: string): Promise<Reply> =>
  browser.withAccess('POST', '/api/account/email/confirm', { email, code })

/** The code that was mailed to the new address. */
async function codeFor(browser: Browser, email: string): Promise<string> {
  const before = (await server.mailsTo(email)).length
  const { status, json } = await begin(browser, email)
  expect(status, JSON.stringify(json)).toBe(200)
  return codeIn(await server.mailTo(email, before + 1))
}
const files = [{ path: 'a.bin', bytes: Buffer.from('hello') }]
const wrong = { status: 403, json: { error: { code: 'codeWrong' } } }

test('A5 the code on the new address changes it; sessions stay, the old address is told and no way in any more', async () => {
  const { browser, email, userId } = await signedIn(server)
  const other = new Browser(server)
  await other.logIn(email)
  const [to, link] = [address(), await newToken(server, email)]
  await begin(browser, ` ${to.toUpperCase()}`)
  const mail = await server.mailTo(to)
  expect(mail.text).toContain('Without the code no account gets this address')
  await jobsDone(server)
  const before = (await server.mailsTo(email)).length
  const { json } = await confirm(browser, to, codeIn(mail).toLowerCase())
  expect(json.user).toMatchObject({ _id: userId, email: to })
  // The answer was lost: the same again.
  expect((await confirm(browser, to, codeIn(mail))).json.user.email).toBe(to)

  for (const each of [browser, other]) expect((await each.withAccess('GET', '/getQs')).status).toBe(200)
  expect((await other.refresh()).json.user.email).toBe(to)
  expect([(await tryLogIn(server, email, password)).status, (await tryLogIn(server, to, password)).status]).toEqual([401, 200])
  expect((await check(server, link)).status).toBe(403)
  const notice = await server.mailTo(email, before + 1)
  expect(notice.subject).toContain('address of your')
  expect(notice.text).toContain(`${to[0]}•••`)
  expect(notice.text).not.toContain(to)
  await jobsDone(server)
  expect(await server.mailsTo(email)).toHaveLength(before + 1)
})

test('A5 A7 what the account has sent goes on naming the address that it was sent from, its owner is told at the new one, and what was sent from there without an account joins', async () => {
  const { browser, email, userId } = await signedIn(server)
  await browser.takeUserTicket()
  const plan = (await browser.create(files)).json
  await browser.putAll(plan, files)
  expect(
    (await browser.withAccess('POST', '/quicksend2', { slug: plan.slug, emailTo: [{ email: 'li@example.cn' }] })).status,
  ).toBe(200)
  const to = address()
  expect((await new Browser(server).send(files, { senderEmail: to })).status).toBe(200)
  await jobsDone(server)
  expect((await confirm(browser, to, await codeFor(browser, to))).status).toBe(200)
  const { rows } = await server.services.db.execute(sql`select sender_email from transfers where author_id = ${userId}`)
  expect(rows.map(({ sender_email }) => sender_email).sort()).toEqual([email, to].sort())
  await jobsDone(server)
  const mails = (await server.mailsTo('li@example.cn')).map(({ text }) => text)
  const token = mails.map((text) => new RegExp(`/d/${plan.slug}/(\\w+)`).exec(text ?? '')?.[1]).find(Boolean)
  await (await fetch(`${server.url}/api/transfers/${plan.slug}/zip?user=${token}`)).arrayBuffer()
  await notifyDownloads(server, plan.slug)
  await server.mailTo(to, /^.*download/i)
  // Whoever gets the old address later finds nothing of it.
  const next = new Browser(server)
  await next.signUp(email)
  expect((await next.withAccess('GET', '/getQs')).json.allDocs).toEqual([])
})

test('A5 a wrong password mails nothing; a code is for its session, its address and this purpose', async () => {
  const [{ browser, email }, thief] = [await signedIn(server), await signedIn(server)]
  const other = new Browser(server)
  await other.logIn(email)
  const to = address()
  expect((await begin(browser, to, 'wrong')).json.error.code).toBe('passwordNotYours')
  const code = await codeFor(browser, to)
  expect(await server.mailsTo(to)).toHaveLength(1)
  expect(await confirm(other, to, code)).toMatchObject(wrong)
  expect(await confirm(thief.browser, to, code)).toMatchObject(wrong)
  expect(await confirm(browser, address(), code)).toMatchObject(wrong)
  const forSending = await browser.call('POST', '/checkVerifyEmail', { email: to, verifyId: code })
  expect(forSending).toMatchObject(wrong)
  expect((await browser.call('POST', '/newsignupverify', { email: to, verifyComplete: code })).json.error.code).toBe('codeWrong')
  expect((await confirm(browser, to, code)).status).toBe(200)
})

test('R18 five wrong tries end the code', async () => {
  const { browser } = await signedIn(server)
  const to = address()
  const code = await codeFor(browser, to)
  const guess = code === '00000' ? '11111' : '00000'
  for (let i = 0; i < 5; i++) expect(await confirm(browser, to, guess)).toMatchObject(wrong)
  expect(await confirm(browser, to, code)).toMatchObject(wrong)
})

test('A5 an address belongs to one account: taken before, taken meanwhile, or wanted by two at once', async () => {
  const [one, two] = [await signedIn(server), await signedIn(server)]
  expect(await begin(one.browser, two.email)).toMatchObject({ status: 409, json: { error: { code: 'emailTaken' } } })
  const meanwhile = address()
  const code = await codeFor(one.browser, meanwhile)
  await new Browser(server).signUp(meanwhile)
  expect((await confirm(one.browser, meanwhile, code)).json.error.code).toBe('emailTaken')
  const wanted = address()
  const codes = [await codeFor(one.browser, wanted), await codeFor(two.browser, wanted)]
  const replies = await Promise.all([confirm(one.browser, wanted, codes[0]!), confirm(two.browser, wanted, codes[1]!)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const { rows } = await server.services.db.execute(sql`select 1 from users where email = ${wanted}`)
  expect(rows).toHaveLength(1)
})

test('R20 so many answers that an address is taken, then it looks like a free one and nobody is mailed', async () => {
  const strict = await startTestServer({ RATE_LIMITS: 'codeNetwork=1000/60' })
  const [one, two] = [await signedIn(strict), await signedIn(strict)]
  await jobsDone(strict)
  const before = (await strict.mailsTo(two.email)).length
  const { max } = rateLimits.emailTakenNetwork
  for (let i = 0; i < max; i++) expect((await begin(one.browser, two.email)).status).toBe(409)
  const { status, json } = await begin(one.browser, two.email)
  expect({ status, json }).toEqual({ status: 200, json: { expiresAt: expect.any(String) } })
  await jobsDone(strict)
  expect(await strict.mailsTo(two.email)).toHaveLength(before)
  await strict.close()
})

test.each([[{ email: 'mei', password }], [{ email: 'a@example.com' }], [{ password }]])('H2 refuses %j', async (body) => {
  const { browser } = await signedIn(server)
  expect((await browser.withAccess('POST', '/api/account/email', body)).json.error.code).toBe('invalidInput')
})
