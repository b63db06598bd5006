import { maxPasskeys, passkeySeconds } from '@sampan/contract/limits'
import { rateLimits } from '@sampan/contract/rate-limits'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Authenticator } from '../../../test/support/authenticator.ts'
import { Browser, type Reply } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { callCommand, poolOf } from '../../commands/test-store.ts'
import { secondFactor as secondFactorCommand } from '../../commands/users/second-factor.ts'
import { jobsDone, newPassword, newToken, reset, signedIn } from './test-credentials.ts'
import { add, beginAdding, enterBy, giveAnswer, originOf, question, withPasskey } from './test-passkeys.ts'
import { secured } from './test-second-factor.ts'

const { passkeyNetwork } = rateLimits

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'signUpNetwork=1000/3600,codeNetwork=1000/3600,loginNetwork=1000/60' })
})
// Every test begins with untouched limits.
beforeEach(() => server.moveClock(passkeyNetwork.windowSeconds + 1))
afterAll(() => server?.close())

const codeOf = ({ json }: Reply): string => json.error?.code ?? 'in'
const origin = () => ({ origin: originOf(server) })
const list = async (browser: Browser) => (await browser.withAccess('GET', '/api/passkeys')).json.passkeys
const isIn = async (browser: Browser) => (await browser.withAccess('GET', '/api/passkeys')).status === 200
const remove = (browser: Browser, id: string, headers = {}) =>
  browser.withAccess('DELETE', `/api/passkeys/${id}`, undefined, headers)
const linkIn = (text = '') => new URL(/https?:\S+\/notme\?\S+/.exec(text)![0]).searchParams.get('t')!

describe('those of an account', () => {
  test('A9 several are added, named after the device, renamed and removed; the owner is told', async () => {
    const { browser, email } = await signedIn(server)
    Object.assign(browser.headers, { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0' })
    const mails = (await server.mailsTo(email)).length
    const [first, second] = [new Authenticator(), new Authenticator()]
    const { passkey } = (await add(browser, first)).json
    expect(passkey).toMatchObject({ name: 'Chrome, Windows', lastUsedAt: null, refusedAt: null })
    const told = await server.mailTo(email, mails + 1)
    expect(told.subject).toBe('A passkey was added to your Sampan account')
    expect(told.text).toContain('Chrome, Windows')
    server.moveClock(1)
    const other = (await add(browser, second)).json.passkey
    expect((await list(browser)).map(({ _id }: { _id: string }) => _id)).toEqual([other._id, passkey._id])
    const renamed = await browser.withAccess('PATCH', `/api/passkeys/${passkey._id}`, { name: '  My key\0 ' })
    expect(renamed.json.passkey.name).toBe('My key')
    expect(codeOf(await browser.withAccess('PATCH', `/api/passkeys/${passkey._id}`, { name: ' ' }))).toBe('invalidInput')
    for (const repeated of [1, 2])
      expect((await remove(browser, passkey._id, { 'idempotency-key': 'r' })).status, `${repeated}`).toBe(200)
    expect(codeOf(await enterBy(first, new Browser(server)))).toBe('passkeyUnknown')
    expect(codeOf(await enterBy(second, new Browser(server)))).toBe('in')
    await jobsDone(server)
    const subjects = (await server.mailsTo(email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => /passkey was removed/.test(subject!))).toHaveLength(1)
  })

  test('A9 what a browser makes one of: kept by it, with a look at the person, and no address beside the key', async () => {
    const { browser, email, userId, device } = await withPasskey(server)
    const asked = (await beginAdding(browser)).json
    expect(asked).toMatchObject({
      rp: { id: 'localhost', name: 'Sampan' },
      user: { name: email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
    expect(Buffer.from(asked.user.id, 'base64url').toString('hex')).toBe(userId.replaceAll('-', ''))
    expect(asked.excludeCredentials).toMatchObject([{ id: device.answer(await question(browser), { origin: '' }).id }])
  })

  test.each([
    ['another page', { origin: 'https://evil.example' }, 'passkeyElsewhere'],
    ['another host', { host: 'evil.example' }, 'passkeyWrong'],
    ['nobody was looked at', { isVerified: false }, 'passkeyWrong'],
    ['it is an answer of a log-in', { type: 'webauthn.get' }, 'passkeyWrong'],
  ])('A9 none is added where %s', async (_, wrong, code) => {
    const { browser } = await signedIn(server)
    expect(codeOf(await add(browser, new Authenticator(), wrong))).toBe(code)
    expect(await list(browser)).toEqual([])
  })

  test('A9 R23 what was asked is good once, for ten minutes, in its session; a lost answer is answered again', async () => {
    const [mine, other] = [(await signedIn(server)).browser, (await signedIn(server)).browser]
    const device = new Authenticator()
    const passkey = device.create((await beginAdding(mine)).json, origin())
    const send = (browser: Browser) => browser.withAccess('POST', '/api/passkeys', { passkey })
    expect(codeOf(await send(other))).toBe('passkeyOver')
    const [first, again] = [await send(mine), await send(mine)]
    expect([first.status, again.json]).toEqual([201, first.json])
    await remove(mine, first.json.passkey._id)
    expect(codeOf(await send(mine))).toBe('passkeyOver')
    const late = device.create((await beginAdding(mine)).json, origin())
    server.moveClock(passkeySeconds)
    mine.accessToken = (await mine.refresh()).json.accessToken
    await mine.withAccess('POST', '/api/proof', { password: 'a sampan at dusk' })
    expect(codeOf(await mine.withAccess('POST', '/api/passkeys', { passkey: late }))).toBe('passkeyOver')
  })

  test('A9 a key of one account is none of another', async () => {
    const [{ device }, { browser }] = [await withPasskey(server), await signedIn(server)]
    expect(codeOf(await add(browser, device, {}, 0))).toBe('passkeyThere')
  })

  test('A9 of registrations that race one makes the passkey of its answer, and none is above the limit', async () => {
    const { browser, userId } = await signedIn(server)
    const { services } = server
    const filled = maxPasskeys - 1
    await services.db.execute(
      sql`insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at) select ${userId}, 'full-' || ${userId} || n, '', 0, '{}', '', ${services.clock().toISOString()} from generate_series(1, ${filled}::int) n`,
    )
    const made = await Promise.all(
      Array.from({ length: 2 }, async () => new Authenticator().create((await beginAdding(browser)).json, origin())),
    )
    const replies = await Promise.all(
      [...made, made[0]].map((passkey) => browser.withAccess('POST', '/api/passkeys', { passkey })),
    )
    const added = new Set(replies.filter(({ status }) => status === 201).map(({ json }) => json.passkey._id))
    expect(added.size).toBe(1)
    expect(replies.map(codeOf).filter((code) => code !== 'in')).toContain('tooManyPasskeys')
    expect(await list(browser)).toHaveLength(maxPasskeys)
    expect(codeOf(await beginAdding(browser))).toBe('tooManyPasskeys')
  })
})

describe('logging in', () => {
  test('A9 A13 is both steps in one, without a name; a new device is told of', async () => {
    const { browser, email, key } = await secured(server)
    expect(key).toBeTruthy()
    const device = new Authenticator()
    await add(browser, device)
    await jobsDone(server)
    const mails = (await server.mailsTo(email)).length
    const there = new Browser(server, { 'user-agent': 'Mozilla/5.0 Firefox/145.0' })
    expect(await question(there)).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' })
    const { json } = await enterBy(device, there)
    expect(json).toMatchObject({ refreshToken: null, user: { email } })
    expect((await there.refresh()).status).toBe(200)
    const { sessions } = (await there.withAccess('GET', '/api/sessions')).json
    expect(sessions[0]).toMatchObject({ isThis: true, proof: 'passkey' })
    expect((await server.mailTo(email, mails + 1)).subject).toMatch(/new device/)
    expect((await list(browser))[0].lastUsedAt).toBeGreaterThan(0)
  })

  test.each([
    ['another page asked', { origin: 'https://evil.example' }, 'passkeyElsewhere'],
    ['it is of another host', { host: 'evil.example' }, 'passkeyWrong'],
    ['nobody was looked at', { isVerified: false }, 'passkeyWrong'],
    ['it is the making of a key', { type: 'webauthn.create' }, 'passkeyWrong'],
  ])('A9 nobody comes in where %s', async (_, wrong, code) => {
    const { device } = await withPasskey(server)
    expect(codeOf(await enterBy(device, new Browser(server), wrong))).toBe(code)
  })

  test('A9 nobody comes in by another key, another account’s name, a broken answer', async () => {
    const [{ device }, other] = [await withPasskey(server), await withPasskey(server)]
    const browser = new Browser(server)
    const asked = await question(browser)
    const [mine, theirs] = [device, other.device].map((each) => each.answer(asked, origin()))
    const { id, response } = mine!
    for (const [given, code] of [
      [{ ...theirs!, id, rawId: id }, 'passkeyWrong'],
      [{ ...mine!, response: { ...response, userHandle: theirs!.response.userHandle } }, 'passkeyWrong'],
      [{ ...mine!, response: { ...response, clientDataJSON: 'bnVsbA' } }, 'passkeyWrong'],
      [{ ...mine!, response: { ...response, authenticatorData: 'AAAA' } }, 'passkeyWrong'],
      [{ ...mine!, id: 'AAAA' }, 'passkeyUnknown'],
      [{ ...mine!, id: '' }, 'invalidInput'],
    ] as const)
      expect(codeOf(await giveAnswer(browser, given))).toBe(code)
    expect(codeOf(await giveAnswer(browser, mine))).toBe('in')
  })

  test('A9 R23 a question is of its browser, its purpose and ten minutes', async () => {
    const { browser: owner, device } = await withPasskey(server)
    const [browser, thief] = [new Browser(server), new Browser(server)]
    const asked = await question(browser)
    await question(thief)
    const answer = () => device.answer(asked, origin())
    expect(codeOf(await giveAnswer(thief, answer()))).toBe('passkeyOver')
    for (const foreign of [(await beginAdding(owner)).json, (await owner.withAccess('POST', '/api/proof/passkey')).json])
      expect(codeOf(await giveAnswer(owner, device.answer({ ...asked, challenge: foreign.challenge }, origin())))).toBe(
        'passkeyOver',
      )
    expect(codeOf(await giveAnswer(browser, device.answer({ ...asked, challenge: 'AAAA' }, origin())))).toBe('passkeyOver')
    server.moveClock(passkeySeconds)
    expect(codeOf(await giveAnswer(browser, answer()))).toBe('passkeyOver')
  })

  test('A9 R23 an answer is taken once, also of 20 that race; one whose reply was lost comes in again', async () => {
    const { device } = await withPasskey(server)
    const browser = new Browser(server)
    const asked = await question(browser)
    const answer = device.answer(asked, origin())
    const replies = await Promise.all(Array.from({ length: 20 }, () => giveAnswer(browser, answer)))
    expect(replies.map(codeOf).sort()).toEqual(['in', ...Array.from({ length: 19 }, () => 'passkeyOver')])
    const next = device.answer(await question(browser), origin())
    const lost = { 'idempotency-key': 'lost' }
    expect(
      [await giveAnswer(browser, next, lost), await giveAnswer(browser, next, lost), await giveAnswer(browser, next)].map(codeOf),
    ).toEqual(['in', 'in', 'passkeyOver'])
  })

  test('A9 one whose counter goes back is refused for good, with whoever it had let in, and the owner is told once', async () => {
    const { browser, email, device } = await withPasskey(server)
    const copy = device.copy()
    const thief = new Browser(server)
    expect(codeOf(await enterBy(copy, thief))).toBe('in')
    const mails = (await server.mailsTo(email)).length
    const here = new Browser(server)
    const answer = device.answer(await question(here), origin())
    const same = { 'idempotency-key': 'again' }
    for (let i = 0; i < 2; i++) expect(codeOf(await giveAnswer(here, answer, same))).toBe('passkeyCopied')
    for (const each of [device, copy]) expect(codeOf(await enterBy(each, new Browser(server)))).toBe('passkeyCopied')
    expect([await isIn(thief), await isIn(browser)]).toEqual([false, true])
    expect((await list(browser))[0].refusedAt).toBeGreaterThan(0)
    await jobsDone(server)
    const told = (await server.mailsTo(email)).slice(mails).filter(({ subject }) => /may have been copied/.test(subject!))
    expect(told).toHaveLength(1)
  })

  test('A9 many authenticators count nothing, and come in as often as they like', async () => {
    const { browser } = await signedIn(server)
    const device = new Authenticator()
    device.counter = null
    await add(browser, device)
    for (let i = 0; i < 2; i++) expect(codeOf(await enterBy(device, new Browser(server)))).toBe('in')
  })

  test('A8 A9 a suspended account is logged in to, as by its password', async () => {
    const { device, userId } = await withPasskey(server)
    await server.services.db.execute(sql`update owners set status = 'revoke' where key = ${userId}`)
    expect((await enterBy(device, new Browser(server))).json.user.status).toBe('revoke')
  })

  test('R19 30 refused ones a network; what was right is given back', async () => {
    const { device } = await withPasskey(server)
    const browser = new Browser(server)
    await enterBy(device, browser)
    for (let i = 0; i < passkeyNetwork.max; i++) await enterBy(device, browser, { isVerified: false })
    expect(codeOf(await enterBy(device, browser))).toBe('rateLimited')
  })
})

describe('what shuts somebody out', () => {
  test('A9 R27 a passkey that is removed takes its sessions with it, but not the one in which that is done', async () => {
    const { browser, device, passkeyId } = await withPasskey(server)
    const [one, two] = [new Browser(server), new Browser(server)]
    for (const each of [one, two]) await enterBy(device, each)
    expect((await remove(one, passkeyId)).status).toBe(200)
    expect([await isIn(one), await isIn(two), await isIn(browser)]).toEqual([true, false, true])
    expect((await two.refresh()).status).toBe(401)
  })

  test('A9 R24 a new password by mail leaves passkeys, and ends their sessions', async () => {
    const { browser, email, device } = await withPasskey(server)
    const there = new Browser(server)
    await enterBy(device, there)
    expect((await reset(browser, await newToken(server, email), newPassword)).status).toBe(200)
    expect(await isIn(there)).toBe(false)
    expect(codeOf(await enterBy(device, there))).toBe('in')
  })

  test('A9 A13 “this was not me” takes away what was added since, and what has opened the session', async () => {
    const { browser, email, device } = await withPasskey(server)
    server.moveClock(1)
    const thief = new Browser(server)
    await thief.logIn(email)
    const theirs = new Authenticator()
    await add(thief, theirs)
    await jobsDone(server)
    const last = (await server.mailsTo(email)).filter(({ subject }) => /passkey was added/.test(subject!)).at(-1)!
    const again = new Browser(server)
    await enterBy(theirs, again)
    await thief.call('GET', '/logout', undefined, { 'x-sampan': 'web' })
    expect((await new Browser(server).call('POST', '/api/sessions/disown', { token: linkIn(last.text) })).status).toBe(200)
    expect(codeOf(await enterBy(theirs, new Browser(server)))).toBe('passkeyUnknown')
    expect([await isIn(again), await isIn(browser)]).toEqual([false, true])
    expect(codeOf(await enterBy(device, new Browser(server)))).toBe('in')
    expect((await server.mailTo(email, /\/updatepassword/)).text).toContain('logged out a device')
  })

  test('A9 A10 the operator who ends the second step ends passkeys as well', async () => {
    const { browser, email, device } = await withPasskey(server)
    const there = new Browser(server)
    await enterBy(device, there)
    const out: string[] = []
    const off = () =>
      callCommand(
        secondFactorCommand,
        server.services.config,
        poolOf(server).options,
        { values: {}, operands: ['off', email] },
        out,
      )
    await off()
    await off()
    expect(out).toEqual([expect.stringContaining('password alone'), expect.stringContaining('neither')])
    expect(codeOf(await enterBy(device, new Browser(server)))).toBe('passkeyUnknown')
    expect([await isIn(there), await isIn(browser)]).toEqual([false, true])
  })
})
