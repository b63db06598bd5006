import { rateLimits } from '@sampan/contract/rate-limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser, type Reply } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { check, jobsDone, newPassword, newToken, openSessionsOf, signedIn, tryLogIn } from './test-credentials.ts'
import { password } from './test-sign-up.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'signUpNetwork=1000/60,codeNetwork=1000/60,loginNetwork=1000/60' })
})
afterAll(() => server?.close())

const change = (browser: Browser, body: Record<string, unknown> = {}): Promise<Reply> =>
  browser.withAccess('POST', '/api/account/password', { password, newPassword, ...body })

test('A5 R24 R27 this session stays, all others end at once, uploads within half a minute, and a mail tells of it', async () => {
  const { browser, email, userId } = await signedIn(server)
  const other = new Browser(server)
  await other.logIn(email)
  await other.takeUserTicket()
  const plan = (await other.create([{ path: 'a.bin', bytes: Buffer.from('hello') }])).json
  const { secret } = (await other.withAccess('POST', '/api/tokens', { name: 'nightly' })).json
  const link = await newToken(server, email)

  expect((await change(browser)).json).toEqual({ ok: true })
  expect(await openSessionsOf(server, userId)).toBe(1)
  expect((await browser.withAccess('GET', '/getQs')).status).toBe(200)
  expect((await browser.refresh()).status).toBe(200)
  expect((await other.withAccess('GET', '/getQs')).json.error.code).toBe('signedOut')
  expect((await other.refresh()).json.error.code).toBe('signedOut')
  expect((await other.call('GET', '/getQs', undefined, { authorization: `Bearer ${secret}` })).status).toBe(401)
  expect((await check(server, link)).status).toBe(403)
  expect((await server.mailTo(email, /password was changed/)).subject).toContain('password was changed')
  expect([(await tryLogIn(server, email, password)).status, (await tryLogIn(server, email, newPassword)).status]).toEqual([
    401, 200,
  ])

  server.moveClock(60)
  expect((await other.withTicket('GET', `/api/uploads/${plan.uploadId}`)).json.error.code).toBe('ticketInvalid')
})

test('A5 the same again, since the answer was lost, changes nothing and is no fault', async () => {
  const { browser, email } = await signedIn(server)
  await change(browser)
  await jobsDone(server)
  const before = (await server.mailsTo(email)).length
  expect((await change(browser)).json).toEqual({ ok: true })
  await jobsDone(server)
  expect(await server.mailsTo(email)).toHaveLength(before)
})

test('A5 R19 a guess given as the new password tells nothing and counts, whoever changed it elsewhere', async () => {
  const { browser, email } = await signedIn(server)
  const other = new Browser(server)
  await other.logIn(email)
  const guess = (from: Browser) => change(from, { password: 'wrong', newPassword: password })
  for (let i = 0; i < rateLimits.passwordConfirm.max; i++) expect((await guess(other)).json.error.code).toBe('passwordNotYours')
  expect((await guess(other)).status).toBe(429)

  server.moveClock(rateLimits.passwordConfirm.windowSeconds + 1)
  await browser.refresh().then(({ json }) => Object.assign(browser, { accessToken: json.accessToken }))
  expect((await change(browser)).status).toBe(200)
  await other.logIn(email, newPassword)
  expect((await change(other)).json.error.code).toBe('passwordNotYours')
  server.moveClock(rateLimits.passwordChange.windowSeconds + 1)
  await browser.refresh().then(({ json }) => Object.assign(browser, { accessToken: json.accessToken }))
  expect((await change(browser)).json.error.code).toBe('passwordNotYours')
})

test('A5 R24 no browser keeps the proof of the mailbox', async () => {
  const { browser, email } = await signedIn(server)
  const thief = new Browser(server)
  await thief.verify(email)
  expect((await change(browser)).status).toBe(200)
  expect((await thief.call('POST', '/verifyEmail', { email })).json.verified).toBe(false)
})

test('A5 R24 a wrong current password changes nothing; 10 of them, then the right one waits too', async () => {
  const { browser, email, userId } = await signedIn(server)
  const other = new Browser(server)
  await other.logIn(email)
  const wrong = { status: 403, json: { error: { code: 'passwordNotYours' } } }
  for (let i = 0; i < rateLimits.passwordConfirm.max; i++)
    expect(await change(browser, { password: 'wrong' })).toMatchObject(wrong)
  expect((await change(browser)).status).toBe(429)
  expect(await openSessionsOf(server, userId)).toBe(2)
  expect((await tryLogIn(server, email, password)).status).toBe(200)
  server.moveClock(rateLimits.passwordConfirm.windowSeconds + 1)
  await browser.refresh().then(({ json }) => Object.assign(browser, { accessToken: json.accessToken }))
  expect((await change(browser)).status).toBe(200)
})

test('R19 right ones do not count', async () => {
  const { browser } = await signedIn(server)
  for (let i = 0; i <= rateLimits.passwordConfirm.max; i++)
    expect((await browser.withAccess('POST', '/api/account/email', { email: `next${i}@example.org`, password })).status).toBe(200)
})

test('A5 of two changes at once one is made', async () => {
  const { browser, email } = await signedIn(server)
  const words = ['the left-hand sampan', 'the right-hand sampan']
  const replies = await Promise.all(words.map((word) => change(browser, { newPassword: word })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 403])
  const logIns = await Promise.all(words.map((word) => tryLogIn(server, email, word)))
  expect(logIns.map(({ status }) => status).sort()).toEqual([200, 401])
})

test.each([
  [{ newPassword: '12345' }, { newPassword: 'passwordTooShort' }],
  [{ newPassword: 'password' }, { newPassword: 'passwordTooCommon' }],
  [{ newPassword: password }, { newPassword: 'passwordSame' }],
  [{ password: '' }, { password: 'required' }],
  [{ newPassword: 'x'.repeat(257) }, { newPassword: 'tooLong' }],
])('H2 K5 refuses %j', async (body, fields) => {
  const { browser } = await signedIn(server)
  expect(await change(browser, body)).toMatchObject({ status: 400, json: { error: { code: 'invalidInput', fields } } })
})

test('O7 an API token changes neither password nor address, and sees no sessions', async () => {
  const { browser } = await signedIn(server)
  const { secret } = (await browser.withAccess('POST', '/api/tokens', { name: 'nightly' })).json
  const by = { authorization: `Bearer ${secret}` }
  const call = (method: string, path: string, body?: object) => new Browser(server).call(method, path, body, by)
  const replies = [
    await call('POST', '/api/account/password', { password, newPassword }),
    await call('POST', '/api/account/email', { email: 'x@example.org', password }),
    await call('POST', '/api/account/email/confirm', { email: 'x@example.org', code: '00000' }),
    await call('GET', '/api/sessions'),
    await call('POST', '/api/sessions/endOthers'),
    await call('DELETE', `/api/sessions/${crypto.randomUUID()}`),
  ]
  expect(replies.map(({ json }) => json.error.code)).toEqual(Array(6).fill('sessionNeeded'))
})
