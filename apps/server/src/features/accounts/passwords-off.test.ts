import { afterAll, beforeAll, expect, test } from 'vitest'
import { ForgingProvider } from '../../../test/support/forging-provider.ts'
import { Browser } from '../../../test/support/sender.ts'
import type { TestServer } from '../../../test/support/test-server.ts'
import { inTransaction } from '../../db/connect.ts'
import { allowConnecting, createAccount } from './index.ts'
import { begin, comeBack, refusalOf, settingsOf, startSignIn, takeSession } from './test-providers.ts'

const acme = new ForgingProvider()
let server: TestServer
beforeAll(async () => {
  await acme.listen()
  server = await startSignIn({ OIDC_PROVIDERS: 'acme', PASSWORD_LOGIN: 'off', ...settingsOf('acme', acme.issuer) })
})
afterAll(async () => {
  await server?.close()
  await acme.close()
})

const email = 'mei@example.com'
const password = 'a sampan at dusk'
const enter = async (claims: Record<string, string | boolean>, browser = new Browser(server)) => {
  const refusal = refusalOf(await comeBack(browser, acme.answerTo(await begin(browser, 'acme'), { claims })))
  return { browser, refusal, isIn: await takeSession(browser) }
}

test.each<[string, string, object]>([
  ['a log-in', '/combinedAuth', { email, password }],
  ['a sign-up', '/newsignupverify', { email }],
  ['its code', '/newsignupverify', { email, verifyComplete: 'AB2CD' }],
  ['its end', '/signup2', { email, password }],
  ['a forgotten password', '/resetPasswordLink', { email }],
  ['its link', '/passTokenCheck', { token: 'any' }],
  ['a new password', '/resetPassword', { token: 'any', password }],
])('A11 with PASSWORD_LOGIN=off %s is refused', async (_, path, body) => {
  const { status, json } = await new Browser(server).call('POST', path, body)
  expect([status, json.error.code]).toEqual([403, 'passwordLogInOff'])
})

test('A11 with PASSWORD_LOGIN=off a provider lets people in, and no password can be set', async () => {
  const { browser, isIn } = await enter({ sub: 'a', email, email_verified: true })
  expect(isIn).toBe(true)
  const set = await browser.withAccess('POST', '/api/account/password', { password: '', newPassword: password })
  expect(set.json.error.code).toBe('passwordLogInOff')
  const invited = { token: 'A'.repeat(22), password, fullName: 'Mei' }
  expect((await browser.call('PATCH', '/teams', invited)).json.error.code).toBe('passwordLogInOff')
})

test('A11 O2 an account from before is connected once the operator allows it, by its proven address, for an hour and once', async () => {
  const { services } = server
  const old = 'old@example.com'
  const actor = { browserHash: 'b', userAgent: '', ip: '127.0.0.1', language: 'en' }
  await inTransaction(services.db, (tx) =>
    createAccount(
      tx,
      { ...services, claimAddress: async () => {}, claimSaved: async () => false },
      { actor, refreshToken: null } as unknown as Parameters<typeof createAccount>[2],
      { email: old, passwordHash: 'any' },
      services.clock(),
    ),
  )
  const person = { sub: 'b', email: old, email_verified: true }
  expect((await enter(person)).refusal).toBe('signInThere')
  expect(await allowConnecting(services.db, old, new Date(services.clock().getTime() + 3_600_000))).toBeTruthy()
  expect((await enter({ ...person, email_verified: false })).refusal).toBe('signInUnproven')
  const { browser, isIn } = await enter(person)
  expect([isIn, browser.user?.email]).toEqual([true, old])
  expect((await enter({ ...person, sub: 'c' })).refusal).toBe('signInThere')
  expect((await enter(person)).isIn).toBe(true)
  await server.mailTo(old, /connected to a provider/)
})
