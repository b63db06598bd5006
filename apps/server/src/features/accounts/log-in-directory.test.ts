import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser } from '../../../test/support/sender.ts'
import type { TestServer } from '../../../test/support/test-server.ts'
import { openSessionsOf, signedIn } from './test-credentials.ts'
import { answer, directoryEnv, FakeDirectory, putDirectory } from './test-directory.ts'
import { begin, rates, startSignIn, takeSession } from './test-providers.ts'
import { appCode, giveCode, secured } from './test-second-factor.ts'

let server: TestServer
let school = new FakeDirectory()
beforeAll(async () => {
  server = await startSignIn({ ...directoryEnv, RATE_LIMITS: `${rates},loginAccount=3/60` })
  school = putDirectory(server)
})
afterAll(() => server?.close())

const codeOf = ({ json }: { json: any }): string | undefined => json.error?.code

async function logIn(browser: Browser, name: string, password = 'of the school', next = '') {
  await begin(browser, 'school', next)
  const reply = await answer(browser, name, password)
  await takeSession(browser)
  return reply
}

describe('A11 a directory', () => {
  test('A11 leads to a page of ours, and who has no account gets one, without a password', async () => {
    const [browser, pupil] = [new Browser(server), school.add()]
    expect(await begin(browser, 'school', '/dash/transfers')).toBe('/login?with=school')
    expect((await answer(browser, pupil.name, pupil.password)).json).toEqual({ to: '/dash/transfers' })
    expect(await takeSession(browser)).toBe(true)
    expect(browser.user).toMatchObject({ email: pupil.email, fullName: 'Mei Lin', hasPassword: false })
  })

  test('A11 knows the same person by their id, whatever name and address they have by now', async () => {
    const [first, second, pupil] = [new Browser(server), new Browser(server), school.add()]
    await logIn(first, pupil.name)
    Object.assign(pupil, { name: 'renamed', email: 'renamed@school.test' })
    await logIn(second, 'renamed')
    expect(second.user!._id).toBe(first.user!._id)
  })

  test('A11 is asked for nothing that was not begun in this very browser', async () => {
    const [begun, other, pupil] = [new Browser(server), new Browser(server), school.add()]
    await begin(begun, 'school')
    const asked = school.asked.length
    expect(codeOf(await answer(other, pupil.name, pupil.password))).toBe('signInOver')
    expect(school.asked).toHaveLength(asked)
  })

  test('A11 R20 an empty password never reaches it', async () => {
    const [browser, pupil] = [new Browser(server), school.add()]
    await begin(browser, 'school')
    const asked = school.asked.length
    expect((await answer(browser, pupil.name, '')).json.error.fields).toEqual({ password: 'required' })
    expect(school.asked).toHaveLength(asked)
  })

  test.each([
    ['A11 a wrong password', 'failed', 'signInFailed'],
    ['A11 nobody in its groups', 'denied', 'signInDenied'],
    ['A11 an account that is switched off', 'disabled', 'signInDisabled'],
    ['A11 a password that is to be changed', 'expired', 'signInExpired'],
    ['A11 an answer that makes no sense', 'wrong', 'signInWrong'],
    ['A11 a directory that is away', 'away', 'signInAway'],
  ] as const)('%s is told in words, and the page goes on', async (_, why, code) => {
    const [browser, pupil] = [new Browser(server), school.add({ why })]
    expect(codeOf(await logIn(browser, pupil.name))).toBe(code)
    expect(browser.user).toBeNull()
    delete pupil.why
    expect((await answer(browser, pupil.name, pupil.password)).status).toBe(200)
  })

  test('A11 R19 wrong passwords are counted by name; a browser of that person has tries of its own', async () => {
    const [own, stranger, pupil] = [new Browser(server), new Browser(server), school.add()]
    await logIn(own, pupil.name)
    await begin(stranger, 'school')
    for (let tries = 0; tries < 3; tries++) expect(codeOf(await answer(stranger, pupil.name, 'guessed'))).toBe('signInFailed')
    const asked = school.asked.length
    expect(codeOf(await answer(stranger, pupil.name.toUpperCase(), pupil.password))).toBe('rateLimited')
    expect(school.asked).toHaveLength(asked)
    expect((await logIn(own, pupil.name)).status).toBe(200)
  })

  test('A11 H3 the same call again is answered again; another one with what was used is not', async () => {
    const [browser, pupil] = [new Browser(server), school.add()]
    await begin(browser, 'school')
    const kept = browser.cookie
    const [headers, lost] = [{ 'idempotency-key': crypto.randomUUID() }, new Browser(server)]
    expect((await answer(browser, pupil.name, pupil.password, headers)).status).toBe(200)
    lost.cookie = kept
    expect((await answer(lost, pupil.name, pupil.password, headers)).status).toBe(200)
    lost.cookie = kept
    expect(codeOf(await answer(lost, pupil.name, pupil.password))).toBe('signInOver')
  })

  test('A11 the address connects nothing: the owner of an account logs in to it, and confirms', async () => {
    const [{ browser, email, userId }, guest] = [await signedIn(server), new Browser(server)]
    const pupil = school.add({ email })
    const { to } = (await logIn(guest, pupil.name)).json
    expect(to).toMatch(/^\/login\?refused=signInThere&provider=school/)
    expect(guest.user).toBeNull()
    await guest.logIn(email)
    expect((await guest.withAccess('POST', '/api/sign-in-providers')).status).toBe(201)
    const again = new Browser(server)
    await logIn(again, pupil.name)
    expect([again.user!._id, browser.user!._id]).toEqual([userId, userId])
  })

  test('A11 A12 connects an account under Security, and is a fresh proof of its own people alone', async () => {
    const [{ browser, userId }, pupil, other] = [await signedIn(server), school.add(), school.add()]
    const begun = await browser.withAccess('POST', '/api/sign-in-providers/begin', { provider: 'school' })
    expect(begun.json.address).toBe('/login?with=school')
    expect((await answer(browser, pupil.name, pupil.password)).json.to).toBe('/dash/account/security')
    const fresh = new Browser(server)
    await logIn(fresh, pupil.name)
    expect(fresh.user!._id).toBe(userId)
    server.moveClock(700)
    expect(codeOf(await fresh.withAccess('POST', '/api/passkeys/begin'))).toBe('proofNeeded')
    const prove = () => fresh.withAccess('POST', '/api/proof/provider', { provider: 'school', next: '/dash/account/security' })
    await prove()
    expect(codeOf(await answer(fresh, other.name, other.password))).toBe('signInOther')
    await prove()
    expect((await answer(fresh, pupil.name, pupil.password)).status).toBe(200)
    expect((await fresh.withAccess('POST', '/api/passkeys/begin')).status).toBe(200)
  })

  test('A11 A10 the second step is asked for after it', async () => {
    const [{ browser, key }, pupil] = [await secured(server), school.add()]
    await browser.withAccess('POST', '/api/sign-in-providers/begin', { provider: 'school' })
    await answer(browser, pupil.name, pupil.password)
    const fresh = new Browser(server)
    expect((await logIn(fresh, pupil.name)).json.to).toMatch(/^\/login\?step=code/)
    expect(fresh.user).toBeNull()
    expect((await giveCode(fresh, appCode(server, key))).status).toBe(200)
  })

  test('A11 who is taken out of it is out here within the hour; while it is away, nobody is', async () => {
    const [[gone, stays], left, right] = [[school.add(), school.add()] as const, new Browser(server), new Browser(server)]
    await logIn(left, gone.name)
    await logIn(right, stays.name)
    school.pupils.splice(school.pupils.indexOf(gone), 1)
    const sessions = async () => [await openSessionsOf(server, left.user!._id), await openSessionsOf(server, right.user!._id)]
    school.isAway = true
    await server.runJobs('accounts:look-at-directories')
    expect(await sessions()).toEqual([1, 1])
    school.isAway = false
    await server.runJobs('accounts:look-at-directories')
    expect(await sessions()).toEqual([0, 1])
  })

  test('A11 R46 no password is in the log', async () => {
    const browser = new Browser(server)
    await begin(browser, 'school')
    await answer(browser, 'nobody', 'a-password-for-the-log')
    school.isAway = true
    await answer(browser, 'nobody', 'a-password-for-the-log')
    school.isAway = false
    expect(server.logs.join('')).not.toContain('a-password-for-the-log')
  })
})
