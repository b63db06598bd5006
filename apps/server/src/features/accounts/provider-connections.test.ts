import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser } from '../../../test/support/sender.ts'
import { RealProvider, Visitor } from '../../../test/support/sign-in-provider.ts'
import type { TestServer } from '../../../test/support/test-server.ts'
import { signedIn } from './test-credentials.ts'
import {
  comeBack,
  connectHere,
  doneAt,
  logInBy,
  placeOf,
  refusalOf,
  settingsOf,
  somebody,
  startSignIn,
  takeSession,
} from './test-providers.ts'

const acme = new RealProvider()
let server: TestServer
beforeAll(async () => {
  await acme.listen()
  server = await startSignIn({ OIDC_PROVIDERS: 'acme', ...settingsOf('acme', acme.issuer) })
  acme.register({ backTo: [doneAt('acme')], logOutAt: `${server.url}/sign-in/acme/logout` })
})
afterAll(async () => {
  await server?.close()
  await acme.close()
})

const codeOf = ({ json }: { json: any }): string | undefined => json.error?.code

describe('A11 A12 under Security', () => {
  test('A11 a connection is made and taken away after a fresh proof, and told of by mail', async () => {
    const { browser, email } = await signedIn(server)
    const person = somebody()
    server.moveClock(601)
    await browser.refresh().then(({ json }) => (browser.accessToken = json.accessToken))
    const begun = await browser.withAccess('POST', '/api/sign-in-providers/begin', { provider: 'acme' })
    expect(codeOf(begun)).toBe('proofNeeded')
    await browser.withAccess('POST', '/api/proof', { password: 'a sampan at dusk' })
    expect(placeOf(await connectHere(acme, browser, person))).toBe('/dash/account/security')
    await server.mailTo(email, /connected to a provider/)
    const other = new Browser(server)
    await logInBy(acme, other, person)
    expect(other.user!.email).toBe(email)
    const [connection] = (await browser.withAccess('GET', '/api/sign-in-providers')).json.connections
    const remove = () =>
      browser.withAccess('DELETE', `/api/sign-in-providers/${connection._id}`, undefined, { 'idempotency-key': 'k1' })
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(200)
    await server.mailTo(email, /disconnected/)
    expect(codeOf(await other.withAccess('GET', '/api/sign-in-providers'))).toBe('signedOut')
    expect((await browser.withAccess('GET', '/api/sign-in-providers')).json.connections).toEqual([])
  })

  test('A11 the only way into an account stays', async () => {
    const browser = new Browser(server)
    await logInBy(acme, browser, somebody())
    const [connection] = (await browser.withAccess('GET', '/api/sign-in-providers')).json.connections
    expect(codeOf(await browser.withAccess('DELETE', `/api/sign-in-providers/${connection._id}`))).toBe('lastWayIn')
    const set = await browser.withAccess('POST', '/api/account/password', { password: '', newPassword: 'two sampans at dawn' })
    expect(set.status).toBe(200)
    expect((await browser.withAccess('DELETE', `/api/sign-in-providers/${connection._id}`)).status).toBe(200)
  })

  test('A11 what is another account’s is not connected', async () => {
    const [first, person] = [new Browser(server), somebody()]
    await logInBy(acme, first, person)
    const { browser } = await signedIn(server)
    expect(placeOf(await connectHere(acme, browser, person))).toBe('/dash/account/security?refused=signInTaken&provider=acme')
  })

  test('A12 who has no password proves by the provider, which asks anew', async () => {
    const [browser, person, visitor] = [new Browser(server), somebody(), new Visitor()]
    await logInBy(acme, browser, person, { visitor })
    server.moveClock(601)
    await takeSession(browser)
    const remove = () => browser.withAccess('POST', '/api/account/delete', { password: '' })
    const refused = await remove()
    expect([codeOf(refused), refused.json.error.details]).toEqual(['proofNeeded', { by: 'provider', providers: ['acme'] }])
    const ask = () => browser.withAccess('POST', '/api/proof/provider', { provider: 'acme', next: '/dash/account/security?a=b' })
    const { address } = (await ask()).json
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
    acme.person = somebody()
    expect(refusalOf(await comeBack(browser, await new Visitor().walk(address)))).toBe('signInOther')
    acme.person = person
    expect(placeOf(await comeBack(browser, await visitor.walk((await ask()).json.address)))).toBe('/dash/account/security?a=b')
    expect((await remove()).status).toBe(200)
  })
})

test('A11 whoever logs out at the provider is logged out here, and a token is good once', async () => {
  const [browser, other, person] = [new Browser(server), new Browser(server), somebody()]
  await logInBy(acme, browser, person)
  await logInBy(acme, other, person)
  const { rows } = await server.services.db.execute<{ provider_session: string }>(
    sql`select provider_session from sessions where user_id = ${browser.user!._id} order by created_at`,
  )
  expect(rows.map(({ provider_session }) => typeof provider_session)).toEqual(['string', 'string'])
  await acme.logOut(person.sub, rows[0]!.provider_session)
  expect(codeOf(await browser.withAccess('GET', '/api/sign-in-providers'))).toBe('signedOut')
  expect(codeOf(await other.withAccess('GET', '/api/sign-in-providers'))).toBeUndefined()
})
