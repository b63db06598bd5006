import { proofSeconds } from '@sampan/contract/limits'
import { rateLimits } from '@sampan/contract/rate-limits'
import { routes } from '@sampan/contract/routes/index'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Authenticator } from '../../../test/support/authenticator.ts'
import { Browser, type Reply } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { newPassword, signedIn } from './test-credentials.ts'
import { add, beginAdding, originOf, withPasskey } from './test-passkeys.ts'
import { appCode, secured, wrongCode } from './test-second-factor.ts'
import { password } from './test-sign-up.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'signUpNetwork=1000/3600,codeNetwork=1000/3600,loginNetwork=1000/60' })
})
beforeEach(() => server.moveClock(rateLimits.secondFactorAccount.windowSeconds + 1))
afterAll(() => server?.close())

const codeOf = ({ json }: Reply): string | undefined => json.error?.code
const makeToken = (browser: Browser) => browser.withAccess('POST', '/api/tokens', { name: 'nightly' })
const prove = (browser: Browser, body: unknown, headers = {}) => browser.withAccess('POST', '/api/proof', body, headers)

/** So long that what was proven is proven no more; the access token goes on. */
const grow = () => server.moveClock(proofSeconds)

test('A12 what decides about the account asks for a proof; this is all of it that has no password in its body', () => {
  const asking = routes.filter(({ needsProof }) => needsProof).map(({ method, path }) => `${method} ${path}`)
  expect(asking.sort()).toEqual([
    'DELETE /api/domains/:host',
    'DELETE /api/passkeys/:passkeyId',
    'DELETE /api/second-factor',
    'DELETE /api/sender-domain',
    'DELETE /api/sign-in-providers/:connectionId',
    'POST /api/account/export',
    'POST /api/admin/feedback/:feedbackId/handled',
    'POST /api/admin/queue/:jobId/drop',
    'POST /api/admin/queue/:jobId/retry',
    'POST /api/admin/reports/:slug/dismiss',
    'POST /api/admin/reports/:slug/putBack',
    'POST /api/admin/reports/:slug/takeDown',
    'POST /api/admin/users/:userId/endSessions',
    'POST /api/admin/users/:userId/limits',
    'POST /api/admin/users/:userId/restore',
    'POST /api/admin/users/:userId/role',
    'POST /api/admin/users/:userId/suspend',
    'POST /api/domains',
    'POST /api/passkeys',
    'POST /api/passkeys/begin',
    'POST /api/second-factor',
    'POST /api/second-factor/confirm',
    'POST /api/second-factor/recovery-codes',
    'POST /api/sender-domain/keys',
    'POST /api/sign-in-providers',
    'POST /api/sign-in-providers/begin',
    'POST /api/tokens',
    'POST /api/webhooks',
    'POST /api/webhooks/:webhookId/secret',
    'PUT /api/sender-domain',
    'PUT /api/team/log-in',
    'PUT /api/webhooks/:webhookId/url',
  ])
})

test('A12 a log-in is a proof for ten minutes; then the password is another, and a wrong one none', async () => {
  const { browser } = await signedIn(server)
  expect((await makeToken(browser)).status).toBe(201)
  server.moveClock(proofSeconds - 5)
  expect((await makeToken(browser)).status).toBe(201)
  server.moveClock(5)
  const refused = await makeToken(browser)
  expect(refused).toMatchObject({ status: 403, json: { error: { code: 'proofNeeded', details: { by: 'password' } } } })
  expect(codeOf(await prove(browser, { password: 'not this one' }))).toBe('passwordNotYours')
  expect(codeOf(await prove(browser, { code: '123456' }))).toBe('proofNeeded')
  expect(codeOf(await makeToken(browser))).toBe('proofNeeded')
  expect((await prove(browser, { password })).json).toEqual({ ok: true })
  expect((await makeToken(browser)).status).toBe(201)
})

test('A12 it is the session’s alone, and a refresh is none', async () => {
  const { browser, email } = await signedIn(server)
  const other = new Browser(server)
  await other.logIn(email)
  grow()
  other.accessToken = (await other.refresh()).json.accessToken
  await prove(browser, { password })
  expect((await makeToken(browser)).status).toBe(201)
  expect(codeOf(await makeToken(other))).toBe('proofNeeded')
})

test('A12 where the second step is on it is a code, once; a password alone is none', async () => {
  const { browser, key, recoveryCodes } = await secured(server)
  grow()
  expect((await makeToken(browser)).json.error.details).toEqual({ by: 'code' })
  expect((await prove(browser, { password })).json.error).toMatchObject({ code: 'proofNeeded', details: { by: 'code' } })
  expect(codeOf(await prove(browser, { code: wrongCode(server, key) }))).toBe('secondFactorWrong')
  const code = appCode(server, key)
  expect((await prove(browser, { code }, { 'idempotency-key': 'lost' })).json).toEqual({ ok: true })
  // The same call, whose answer was lost; and another one.
  expect((await prove(browser, { code }, { 'idempotency-key': 'lost' })).json).toEqual({ ok: true })
  expect(codeOf(await prove(browser, { code }))).toBe('secondFactorWrong')
  expect((await makeToken(browser)).status).toBe(201)
  grow()
  browser.accessToken = (await browser.refresh()).json.accessToken
  expect((await prove(browser, { code: recoveryCodes[0] })).json).toEqual({ ok: true })
  expect((await makeToken(browser)).status).toBe(201)
})

test('A12 R19 tries are counted, of one session each: a thief’s are not the owner’s', async () => {
  const { browser, email, key } = await secured(server)
  const thief = new Browser(server)
  await thief.call('POST', '/combinedAuth', { email, password })
  const { json } = await thief.call('POST', '/api/log-in/second-factor', { code: appCode(server, key) })
  thief.accessToken = json.accessToken
  server.moveClock(30)
  for (let i = 0; i < rateLimits.secondFactorAccount.max; i++) await prove(thief, { code: wrongCode(server, key) })
  expect(codeOf(await prove(thief, { code: appCode(server, key) }))).toBe('rateLimited')
  expect((await prove(browser, { code: appCode(server, key) })).json).toEqual({ ok: true })
})

test.each([
  ['a new password', 'POST', '/api/account/password', { password, newPassword }],
  ['another address', 'POST', '/api/account/email', { password, email: 'harbour.master@example.com' }],
  ['the end of the account', 'POST', '/api/account/delete', { password }],
])('A12 %s asks for the password itself, which proves it for what comes next', async (_, method, path, body) => {
  const { browser } = await signedIn(server)
  grow()
  expect(codeOf(await browser.withAccess(method, path, body))).toBeUndefined()
  expect((await makeToken(browser)).status).toBe(201)
})

test('A12 O7 a program has no proof and gives none: neither a terminal nor an API token', async () => {
  const { browser } = await signedIn(server)
  const { secret } = (await makeToken(browser)).json
  const asked = (await browser.call('POST', '/api/devices/begin', { program: 'sampan', hostName: 'junk' })).json
  await browser.withAccess('POST', `/api/devices/${asked.userCode}`, { isAllowed: true })
  const { session } = (await browser.call('POST', '/api/devices/poll', { deviceCode: asked.deviceCode })).json
  const program = new Browser(server)
  program.accessToken = session.accessToken
  expect(codeOf(await makeToken(program))).toBe('proofNeeded')
  expect(codeOf(await prove(program, { password }))).toBe('sessionNeeded')
  // The password in a body changes it, and is no proof for a program.
  expect(codeOf(await program.withAccess('POST', '/api/account/email', { password, email: 'pier@example.com' }))).toBeUndefined()
  expect(codeOf(await makeToken(program))).toBe('proofNeeded')
  program.accessToken = secret
  for (const reply of [await makeToken(program), await prove(program, { password })]) expect(codeOf(reply)).toBe('sessionNeeded')
})

const proveBy = async (browser: Browser, device: Authenticator, headers = {}, wrong = {}) => {
  const asked = (await browser.withAccess('POST', '/api/proof/passkey')).json
  const passkey = device.answer(asked, { origin: originOf(server), ...wrong })
  return browser.withAccess('POST', '/api/proof', { passkey }, headers)
}

test('A9 A12 is given by a passkey too, in place of a code as well; another account’s is none', async () => {
  const { browser } = await secured(server)
  const device = new Authenticator()
  await add(browser, device)
  const other = await withPasskey(server)
  grow()
  expect((await makeToken(browser)).json.error).toMatchObject({
    code: 'proofNeeded',
    details: { by: 'code', hasPasskey: true },
  })
  expect(codeOf(await proveBy(browser, other.device))).toBe('passkeyUnknown')
  expect(codeOf(await proveBy(browser, device, {}, { isVerified: false }))).toBe('passkeyWrong')
  expect((await makeToken(browser)).status).toBe(403)
  expect((await proveBy(browser, device)).json).toEqual({ ok: true })
  expect((await makeToken(browser)).status).toBe(201)
  const { sessions } = (await browser.withAccess('GET', '/api/sessions')).json
  expect(sessions[0].proof).toBe('passwordAndCode')
})

test('A9 A12 is what adding and removing ask for', async () => {
  const { browser, passkeyId } = await withPasskey(server)
  grow()
  for (const reply of [await beginAdding(browser), await browser.withAccess('DELETE', `/api/passkeys/${passkeyId}`)])
    expect(codeOf(reply)).toBe('proofNeeded')
  expect((await browser.withAccess('GET', '/api/passkeys')).json.passkeys).toHaveLength(1)
})
