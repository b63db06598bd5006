import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser } from '../../../test/support/sender.ts'
import { RealProvider, Visitor } from '../../../test/support/sign-in-provider.ts'
import type { TestServer } from '../../../test/support/test-server.ts'
import { newPassword, newToken, openSessionsOf, reset, signedIn } from './test-credentials.ts'
import {
  begin,
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
import { appCode, giveCode, secured } from './test-second-factor.ts'

let [acme, globex] = [new RealProvider(), new RealProvider()]
let server: TestServer
beforeAll(async () => {
  acme = await new RealProvider().listen()
  globex = await new RealProvider().listen()
  server = await startSignIn({
    OIDC_PROVIDERS: 'acme,globex',
    ...settingsOf('acme', acme.issuer),
    ...settingsOf('globex', globex.issuer, { DOMAINS: 'globex.test', CLIENT_SECRET: '' }),
  })
  acme.register({ backTo: [doneAt('acme')], logOutAt: `${server.url}/sign-in/acme/logout` })
  globex.register({ backTo: [doneAt('globex')], isPublic: true })
})
afterAll(async () => {
  await server?.close()
  await Promise.all([acme.close(), globex.close()])
})

const codeOf = ({ json }: { json: any }): string | undefined => json.error?.code
const sessionsOf = async (userId: string) =>
  (
    await server.services.db.execute<{ proof: string }>(
      sql`select proof from sessions where user_id = ${userId} and ended_at is null order by created_at`,
    )
  ).rows.map(({ proof }) => proof)

describe('A11 who has no account', () => {
  test('A11 gets one with the proven address, without a password, and is in', async () => {
    const [browser, person] = [new Browser(server), somebody()]
    const reply = await logInBy(acme, browser, person, { next: '/dash/transfers?a=1' })
    expect([reply.status, placeOf(reply)]).toEqual([302, '/dash/transfers?a=1'])
    expect(browser.user).toMatchObject({ email: person.email, fullName: 'Mei Lin', hasPassword: false })
    expect(await sessionsOf(browser.user!._id)).toEqual(['provider'])
    await server.mailTo(person.email)
    const [connection] = (await browser.withAccess('GET', '/api/sign-in-providers')).json.connections
    expect(connection).toMatchObject({ provider: 'acme', email: person.email })
  })

  test('A11 A7 what that address had sent before is the account’s', async () => {
    const [guest, browser, person] = [new Browser(server), new Browser(server), somebody()]
    await guest.send([{ path: 'a.txt', bytes: Buffer.from('boats') }], { senderEmail: person.email })
    await logInBy(acme, browser, person)
    expect(browser.user).toMatchObject({ email: person.email, folderSize: 5 })
  })

  test('A11 A4 may set a password by a link in its mailbox, and log in with either', async () => {
    const [browser, person] = [new Browser(server), somebody()]
    await logInBy(acme, browser, person)
    await server.mailTo(person.email)
    const token = await newToken(server, person.email)
    expect((await reset(new Browser(server), token)).status).toBe(200)
    const byPassword = new Browser(server)
    expect((await byPassword.logIn(person.email, newPassword)).hasPassword).toBe(true)
    const byProvider = new Browser(server)
    await logInBy(acme, byProvider, person)
    expect(byProvider.user!._id).toBe(byPassword.user!._id)
  })

  test('A11 has one account, however many browsers come at once', async () => {
    const person = somebody()
    acme.person = person
    const browsers = Array.from({ length: 20 }, () => new Browser(server))
    const answers = await Promise.all(browsers.map(async (browser) => new Visitor().walk(await begin(browser, 'acme'))))
    const replies = await Promise.all(browsers.map((browser, nth) => comeBack(browser, answers[nth]!)))
    const refusals = new Set(replies.map(refusalOf))
    expect([...refusals].every((code) => code === null || code === 'signInOver')).toBe(true)
    const { rows } = await server.services.db.execute(
      sql`select u.id, i.id from users u join provider_identities i on i.user_id = u.id where u.email = ${person.email}`,
    )
    expect(rows).toHaveLength(1)
  })

  test('A11 the second time it is the same account, whatever the address there is by now', async () => {
    const [first, second, person] = [new Browser(server), new Browser(server), somebody()]
    await logInBy(acme, first, person)
    await logInBy(acme, second, { ...person, email: 'renamed@example.com' })
    expect(second.user!._id).toBe(first.user!._id)
    expect(second.user!.email).toBe(person.email)
  })

  test.each([
    ['A11 an address that nobody vouches for', { email_verified: false }, 'signInUnproven'],
    ['A11 no word of whether it is proven', { email_verified: undefined }, 'signInUnproven'],
    ['A11 no address at all', { email: undefined }, 'signInUnproven'],
  ])('%s makes no account', async (_, more, code) => {
    const [browser, person] = [new Browser(server), somebody(more)]
    const reply = await logInBy(acme, browser, person)
    expect(placeOf(reply)).toBe(`/login?refused=${code}&provider=acme`)
    expect(await takeSession(browser)).toBe(false)
  })

  test('A11 only addresses of its domains log in where it has some, also by a client without a secret', async () => {
    const [browser, other] = [new Browser(server), new Browser(server)]
    expect(refusalOf(await logInBy(globex, other, somebody(), { id: 'globex' }))).toBe('signInDomain')
    const person = somebody({ email: 'mei@globex.test' })
    await logInBy(globex, browser, person, { id: 'globex' })
    expect(browser.user).toMatchObject({ email: 'mei@globex.test' })
    const moved = new Browser(server)
    expect(refusalOf(await logInBy(globex, moved, { ...person, email: 'mei@elsewhere.test' }, { id: 'globex' }))).toBe(
      'signInDomain',
    )
  })
})

describe('A11 who has an account with that address', () => {
  test('A11 is never let in by the address alone, but connects the two after a log-in, and is told by mail', async () => {
    const { browser: owner, email, userId } = await signedIn(server)
    const [browser, person] = [new Browser(server), somebody({ email })]
    const reply = await logInBy(acme, browser, person)
    expect(refusalOf(reply)).toBe('signInThere')
    expect(await takeSession(browser)).toBe(false)
    expect((await owner.withAccess('GET', '/api/sign-in-providers')).json).toEqual({ connections: [], waiting: null })
    await browser.logIn(email)
    const waiting = (await browser.withAccess('GET', '/api/sign-in-providers')).json.waiting
    expect(waiting).toEqual({ provider: 'acme', email })
    const mails = (await server.mailsTo(email)).length
    expect((await browser.withAccess('POST', '/api/sign-in-providers')).status).toBe(201)
    expect((await server.mailTo(email, /connected to a provider/)).text).toContain('Acme')
    expect((await server.mailsTo(email)).length).toBeGreaterThan(mails)
    const later = new Browser(server)
    await logInBy(acme, later, person)
    expect(later.user!._id).toBe(userId)
  })

  test('A11 another account cannot take what waits for that one', async () => {
    const { email } = await signedIn(server)
    const mallory = await signedIn(server)
    await logInBy(acme, mallory.browser, somebody({ email }))
    await mallory.browser.logIn(mallory.email)
    expect((await mallory.browser.withAccess('GET', '/api/sign-in-providers')).json.waiting).toBeNull()
    expect(codeOf(await mallory.browser.withAccess('POST', '/api/sign-in-providers'))).toBe('signInOver')
  })

  test('A10 A11 the second step is asked for as after a password', async () => {
    const { browser, email, userId, key } = await secured(server)
    const person = somebody({ email })
    await connectHere(acme, browser, person)
    server.moveClock(60)
    const other = new Browser(server)
    const reply = await logInBy(acme, other, person, { next: '/dash/news' })
    expect(placeOf(reply)).toBe('/login?step=code&next=%2Fdash%2Fnews')
    expect(await takeSession(other)).toBe(false)
    const stolen = new Browser(server)
    stolen.cookie = other.cookie.replace(/sampan_browser=[^;]+/, 'sampan_browser=00000000000000000000000000000000')
    expect(codeOf(await giveCode(stolen, appCode(server, key)))).toBe('halfLogInOver')
    expect((await giveCode(other, appCode(server, key))).status).toBe(200)
    expect((await sessionsOf(userId)).at(-1)).toBe('provider')
  })
})

describe('A11 what was begun is finished once, in the same browser, and with the same provider', () => {
  test('A11 an answer that is brought again opens nothing', async () => {
    const [browser, person] = [new Browser(server), somebody()]
    acme.person = person
    const address = await begin(browser, 'acme')
    const { cookie } = browser
    const answer = await new Visitor().walk(address)
    expect(placeOf(await comeBack(browser, answer))).toBe('/dash')
    await takeSession(browser)
    const before = await openSessionsOf(server, browser.user!._id)
    const again = new Browser(server)
    again.cookie = cookie
    expect(refusalOf(await comeBack(again, answer))).not.toBeNull()
    expect(await openSessionsOf(server, browser.user!._id)).toBe(before)
  })

  test('A11 another browser’s answer is not taken, nor its cookie', async () => {
    const [browser, victim] = [new Browser(server), new Browser(server)]
    acme.person = somebody()
    const answer = await new Visitor().walk(await begin(browser, 'acme'))
    expect(refusalOf(await comeBack(victim, answer))).toBe('signInOver')
    await begin(victim, 'acme')
    expect(refusalOf(await comeBack(victim, answer))).toBe('signInWrong')
    victim.jar.set('sampan_provider', browser.jar.get('sampan_provider')!)
    expect(refusalOf(await comeBack(victim, answer))).toBe('signInOver')
    expect(await takeSession(victim)).toBe(false)
  })

  test('A11 the answer of one provider is not taken to another', async () => {
    const browser = new Browser(server)
    acme.person = somebody()
    const answer = await new Visitor().walk(await begin(browser, 'acme'))
    const mixed = new URL(answer.href.replace('/acme/', '/globex/'))
    const { cookie } = browser
    expect(refusalOf(await comeBack(browser, mixed))).toBe('signInOver')
    browser.cookie = cookie
    const named = new URL(answer)
    named.searchParams.set('iss', globex.issuer)
    expect(refusalOf(await comeBack(browser, named))).toBe('signInWrong')
  })

  test('A11 after ten minutes it is over', async () => {
    const browser = new Browser(server)
    acme.person = somebody()
    const answer = await new Visitor().walk(await begin(browser, 'acme'))
    server.moveClock(601)
    expect(refusalOf(await comeBack(browser, answer))).toBe('signInOver')
  })

  test('A11 whoever is not let in there comes back to a sentence', async () => {
    const browser = new Browser(server)
    const address = new URL(await begin(browser, 'acme'))
    const answer = new URL(doneAt('acme'))
    const query = { error: 'access_denied', state: address.searchParams.get('state')!, iss: acme.issuer }
    answer.search = new URLSearchParams(query).toString()
    expect(refusalOf(await comeBack(browser, answer))).toBe('signInDenied')
  })

  test.each(['//evil.example', 'https://evil.example/dash', '/\\evil.example', '/login', 'dash'])(
    'A11 next=%s leads nowhere but home',
    async (next) => {
      const browser = new Browser(server)
      expect(placeOf(await logInBy(acme, browser, somebody(), { next }))).toBe('/dash')
    },
  )

  test('A11 a provider that is not there is told in words', async () => {
    expect(await begin(new Browser(server), 'initech')).toBe('/login?refused=signInUnknown&provider=initech')
  })
})
