import { afterAll, beforeAll, expect, test } from 'vitest'
import { Authenticator } from '../../../test/support/authenticator.ts'
import { Browser, type Reply } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { jobsDone, newPassword, newToken, openSessionsOf, reset } from './test-credentials.ts'
import { enterBy, originOf } from './test-passkeys.ts'
import { address, password, verified } from './test-sign-up.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'signUpNetwork=1000/3600,codeNetwork=1000/3600,loginNetwork=1000/60' })
})
afterAll(() => server?.close())

const codeOf = ({ json }: Reply): string => json.error?.code ?? 'in'
const begin = (browser: Browser, email: string) => browser.call('POST', '/api/sign-up/passkey/begin', { email })
const finish = (browser: Browser, email: string, passkey: unknown, more = {}) =>
  browser.call('POST', '/signup2', { email, passkey, ...more })

type Wrong = { isVerified?: boolean; origin?: string }

/** In a browser that may sign up; what it sends last is given back as well. */
async function signUp(wrong: Wrong = {}) {
  const [{ browser, email }, device] = [await verified(server), new Authenticator()]
  const ticket = browser.cookie
  const asked = (await begin(browser, email)).json
  const passkey = device.create(asked, { origin: originOf(server), ...wrong })
  const reply = await finish(browser, email, passkey)
  browser.accessToken = reply.json.accessToken
  return { browser, email, device, asked, passkey, ticket, reply, userId: reply.json.user?._id as string }
}

test('A9 a proved address signs up with a passkey: no password, in at once, and in again by it', async () => {
  const { browser, email, device, asked, reply, userId } = await signUp()
  expect(reply.json.user).toMatchObject({ email, hasPassword: false, loginCount: 1 })
  expect(asked).toMatchObject({ user: { name: email }, authenticatorSelection: { userVerification: 'required' } })
  expect(Buffer.from(asked.user.id, 'base64url').toString('hex')).toBe(userId.replaceAll('-', ''))
  const { passkeys } = (await browser.withAccess('GET', '/api/passkeys')).json
  expect(passkeys).toHaveLength(1)
  const { sessions } = (await browser.withAccess('GET', '/api/sessions')).json
  expect(sessions).toMatchObject([{ proof: 'passkey' }])
  const other = new Browser(server)
  expect((await enterBy(device, other)).json.user._id).toBe(userId)
  expect(codeOf(await new Browser(server).call('POST', '/combinedAuth', { email, password }))).toBe('loginFailed')
})

test('A9 A12 it is a fresh proof, and proves anew', async () => {
  const { browser, device } = await signUp()
  expect((await browser.withAccess('POST', '/api/second-factor')).status).toBe(200)
  server.moveClock(700)
  const { error } = (await browser.withAccess('POST', '/api/second-factor')).json
  expect(error).toMatchObject({ code: 'proofNeeded', details: { hasPasskey: true } })
  const asked = (await browser.withAccess('POST', '/api/proof/passkey')).json
  const passkey = device.answer(asked, { origin: originOf(server) })
  expect((await browser.withAccess('POST', '/api/proof', { passkey })).status).toBe(200)
})

test('A9 A11 the only way in cannot be removed before there is another', async () => {
  const { browser, email } = await signUp()
  const [{ _id }] = (await browser.withAccess('GET', '/api/passkeys')).json.passkeys
  const remove = () => browser.withAccess('DELETE', `/api/passkeys/${_id}`)
  expect(codeOf(await remove())).toBe('lastWayIn')
  expect((await browser.withAccess('GET', '/api/passkeys')).json.passkeys).toHaveLength(1)
  const set = await browser.withAccess('POST', '/api/account/password', { password: '', newPassword })
  expect(set.status).toBe(200)
  expect((await remove()).status).toBe(200)
  expect((await new Browser(server).logIn(email, newPassword)).hasPassword).toBe(true)
})

test('A9 A4 whose device is lost sets a password by a link, and the passkey stays', async () => {
  const { email, device, userId } = await signUp()
  await jobsDone(server)
  expect((await reset(new Browser(server), await newToken(server, email))).status).toBe(200)
  expect((await new Browser(server).logIn(email, newPassword))._id).toBe(userId)
  expect((await enterBy(device, new Browser(server))).status).toBe(200)
})

test('A9 an address that is not proved in this browser is asked nothing, and signs up nobody', async () => {
  const [{ browser, email }, device, other] = [await verified(server), new Authenticator(), new Browser(server)]
  expect(codeOf(await begin(other, email))).toBe('addressNotVerified')
  expect(codeOf(await begin(browser, address()))).toBe('addressNotVerified')
  const passkey = device.create((await begin(browser, email)).json, { origin: originOf(server) })
  expect(codeOf(await finish(other, email, passkey))).toBe('passkeyOver')
  expect(codeOf(await finish(browser, address(), passkey))).toBe('passkeyOver')
})

test.each<[string, Wrong, string]>([
  ['nobody was looked at', { isVerified: false }, 'passkeyWrong'],
  ['another page asked', { origin: 'https://sampan.evil' }, 'passkeyElsewhere'],
])('A9 a passkey is refused where %s, and no account is left of it', async (_, wrong, code) => {
  const { browser, email, reply } = await signUp(wrong)
  expect(codeOf(reply)).toBe(code)
  expect((await browser.call('POST', '/signup2', { email, password })).status).toBe(200)
})

test('A9 a password or a passkey, not both and not neither', async () => {
  const [{ browser, email }, device] = [await verified(server), new Authenticator()]
  const passkey = device.create((await begin(browser, email)).json, { origin: originOf(server) })
  expect((await finish(browser, email, passkey, { password })).json.error.fields).toEqual({ password: 'required' })
  expect((await finish(browser, email, undefined)).json.error.fields).toEqual({ password: 'required' })
  expect((await finish(browser, email, passkey)).status).toBe(200)
})

test('A9 R3 of 20 calls that race one makes the account, and the others come to the same', async () => {
  const [{ browser, email }, device] = [await verified(server), new Authenticator()]
  const passkey = device.create((await begin(browser, email)).json, { origin: originOf(server) })
  const kept = browser.cookie
  const tabs = Array.from({ length: 20 }, () => {
    const tab = new Browser(server)
    tab.cookie = kept
    return tab
  })
  const replies = await Promise.all(tabs.map((tab) => finish(tab, email, passkey)))
  const ids = new Set(replies.flatMap(({ json }) => (json.user ? [json.user._id] : [])))
  expect(ids.size).toBe(1)
  expect(replies.map(codeOf).every((code) => ['in', 'emailTaken', 'addressNotVerified'].includes(code))).toBe(true)
})

test('A9 H3 asked again because the answer was lost: in, by the same passkey and no other', async () => {
  const { email, passkey, ticket, userId } = await signUp()
  const again = new Browser(server)
  again.cookie = ticket
  expect((await finish(again, email, passkey)).json.user._id).toBe(userId)
  expect(await openSessionsOf(server, userId)).toBe(2)
  const { browser, email: theirs } = await verified(server)
  const other = new Authenticator().create((await begin(browser, theirs)).json, { origin: originOf(server) })
  const stranger = new Browser(server)
  stranger.cookie = ticket
  expect(codeOf(await finish(stranger, email, other))).toBe('passkeyOver')
})
