import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Forged, ForgingProvider } from '../../../test/support/forging-provider.ts'
import { Browser } from '../../../test/support/sender.ts'
import { clientOfTests } from '../../../test/support/sign-in-provider.ts'
import type { TestServer } from '../../../test/support/test-server.ts'
import { inTransaction } from '../../db/connect.ts'
import { settleStanding } from '../billing/index.ts'
import { setGivenRole } from '../owners/index.ts'
import { findUser } from './queries.ts'
import { begin, comeBack, refusalOf, settingsOf, startSignIn, takeSession } from './test-providers.ts'

const down = new ForgingProvider()
const acme = new ForgingProvider()
let server: TestServer
beforeAll(async () => {
  await Promise.all([acme.listen(), down.listen()])
  server = await startSignIn({
    BILLING: 'sandbox',
    OIDC_PROVIDERS: 'acme,entra,down',
    ...settingsOf('acme', acme.issuer, { ROLES: 'groups:staff=pro,realm.roles:board=business' }),
    ...settingsOf('entra', acme.issuer, { TRUST_EMAIL: 'on' }),
    ...settingsOf('down', down.issuer),
  })
})
afterAll(async () => {
  await server?.close()
  await Promise.all([acme.close(), down.close()])
})

const now = () => acme.now()
let people = 0
const person = (more: Record<string, unknown> = {}) => {
  people += 1
  return { sub: `p-${people}`, email: `p-${people}@example.com`, email_verified: true, ...more }
}
async function enter(forged: Forged, id = 'acme', browser = new Browser(server)) {
  const reply = await comeBack(browser, acme.answerTo(await begin(browser, id), forged))
  await takeSession(browser)
  return { browser, refusal: refusalOf(reply) }
}

describe('A11 a token that is not to be trusted lets nobody in', () => {
  test.each<[string, () => Forged]>([
    ['for another client', () => ({ claims: person({ aud: 'another' }) })],
    [
      'for several clients, of which none is named',
      () => ({ claims: person({ aud: [clientOfTests.id, 'another'], azp: 'another' }) }),
    ],
    ['that has run out', () => ({ claims: person({ iat: now() - 7200, exp: now() - 3600 }) })],
    ['of another issuer', () => ({ claims: person({ iss: 'https://evil.example' }) })],
    ['with another nonce', () => ({ claims: person({ nonce: 'another' }) })],
    ['without a nonce', () => ({ claims: person({ nonce: undefined }) })],
    ['that is not signed', () => ({ claims: person(), isUnsigned: true })],
    ['that somebody else has signed', () => ({ claims: person(), isForeign: true })],
    ['about nobody', () => ({ claims: person({ sub: undefined }) })],
  ])('A11 %s', async (_, forged) => {
    const { browser, refusal } = await enter(forged())
    expect(refusal).toBe('signInWrong')
    expect(browser.user).toBeNull()
  })

  test('A11 and one that is right does', async () => {
    const { browser, refusal } = await enter({ claims: person() })
    expect([refusal, browser.user?.hasPassword]).toEqual([null, false])
  })
})

const google = { azp: clientOfTests.id, hd: 'example.com', at_hash: 'x', picture: 'https://lh3.example/x', given_name: 'Mei' }
const entra = { ver: '2.0', tid: '9f', oid: '77', preferred_username: 'mei@example.com', uti: 'x', rh: '0.A' }
const shapes: [string, string, Record<string, unknown>, string | null][] = [
  ['Google', 'acme', google, null],
  ['Google, not verified', 'acme', { ...google, email_verified: false }, 'signInUnproven'],
  ['a provider that says it as a word', 'acme', { email_verified: 'true' }, null],
  ['Microsoft Entra', 'acme', { ...entra, email_verified: undefined }, 'signInUnproven'],
  ['Microsoft Entra that is trusted', 'entra', { ...entra, email_verified: undefined }, null],
  [
    'Microsoft Entra without the claim email',
    'entra',
    { ...entra, email: undefined, email_verified: undefined },
    'signInUnproven',
  ],
  ['Keycloak', 'acme', { typ: 'ID', acr: '1', sid: 's', auth_time: now(), realm_access: { roles: [] } }, null],
]
test.each(shapes)('A11 the claims of %s by %s', async (_, id, claims, refused) => {
  const { browser, refusal } = await enter({ claims: person(claims) }, id)
  expect(refusal).toBe(refused)
  expect(browser.user === null).toBe(refused !== null)
})

describe('A11 roles by claims', () => {
  test.each([
    ['none', {}, 'free'],
    ['one of a list', { groups: ['a', 'staff'] }, 'pro'],
    ['the highest', { groups: 'staff', realm: { roles: ['board'] } }, 'business'],
    ['another word', { groups: ['staff2'], realm: { roles: null } }, 'free'],
  ])('A11 %s', async (_, claims, role) => {
    expect((await enter({ claims: person(claims) })).browser.user?.role).toBe(role)
  })

  test('A11 they go with the claims at the next log-in, and what the operator gave stays', async () => {
    const who = person({ groups: ['staff'] })
    expect((await enter({ claims: who })).browser.user?.role).toBe('pro')
    const { browser } = await enter({ claims: { ...who, groups: [] } })
    expect(browser.user?.role).toBe('free')
    await inTransaction(server.services.db, async (tx) => {
      const ownerId = (await findUser(tx, browser.user!._id))!.ownerId
      await setGivenRole(tx, ownerId, 'team')
      await settleStanding(tx, ownerId)
    })
    expect((await enter({ claims: who })).browser.user?.role).toBe('team')
  })
})

describe('A11 a log-out that a provider tells of', () => {
  const logOutEvent = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const tell = async (forged: Forged, id = 'acme') =>
    (
      await fetch(`${server.url}/sign-in/${id}/logout`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ logout_token: await acme.token({ typ: 'logout+jwt', ...forged }) }),
      })
    ).status
  const isIn = async (browser: Browser) => (await browser.withAccess('GET', '/api/sessions')).status === 200

  test.each<[string, Forged]>([
    ['for another client', { claims: { aud: 'another' } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['with a nonce', { claims: { nonce: 'any' } }],
    ['without the event', { claims: { events: undefined } }],
    ['without an id', { claims: { jti: undefined } }],
    ['about nobody', { claims: { sub: undefined, sid: undefined } }],
    ['that is old', { claims: { iat: now() - 3600, exp: now() + 60 } }],
    ['that has no time', { claims: { iat: undefined } }],
    ['that is not signed', { isUnsigned: true }],
    ['that somebody else has signed', { isForeign: true }],
  ])('A11 %s ends nothing', async (what, { claims, ...rest }) => {
    const [who, sid] = [person(), `session of ${what}`]
    const { browser } = await enter({ claims: { ...who, sid } })
    const good = { jti: what, sub: who.sub, sid, events: logOutEvent }
    expect(await tell({ claims: { ...good, ...claims }, ...rest })).toBe(400)
    expect(await isIn(browser)).toBe(true)
  })

  test('A11 ends the session that it names, or all of the person’s; twice it is refused', async () => {
    const who = person()
    const [one, two, three] = [
      (await enter({ claims: { ...who, sid: 'one' } })).browser,
      (await enter({ claims: { ...who, sid: 'two' } })).browser,
      (await enter({ claims: { ...who, sid: 'three' } })).browser,
    ]
    const stranger = (await enter({ claims: person({ sid: 'two' }) })).browser
    expect(await tell({ claims: { jti: 'j1', sub: who.sub, sid: 'one', events: logOutEvent } })).toBe(200)
    expect([await isIn(one), await isIn(two), await isIn(three), await isIn(stranger)]).toEqual([false, true, true, true])
    expect(await tell({ claims: { jti: 'j1', sub: who.sub, sid: 'one', events: logOutEvent } })).toBe(400)
    expect(await tell({ claims: { jti: 'j2', sub: who.sub, events: logOutEvent } })).toBe(200)
    expect([await isIn(two), await isIn(three), await isIn(stranger)]).toEqual([false, false, true])
  })

  test('A11 nobody is logged out by a token of a provider that they did not come by', async () => {
    const who = person({ sid: 'mine' })
    const { browser } = await enter({ claims: who })
    expect(await tell({ claims: { jti: 'j3', sub: who.sub, events: logOutEvent } }, 'entra')).toBe(200)
    expect(await isIn(browser)).toBe(true)
    expect(await tell({ claims: { jti: 'j4', sub: who.sub, events: logOutEvent } }, 'initech')).toBe(404)
  })
})

test('A11 a provider that is down is told in words, breaks nothing else, and is found when it is back', async () => {
  down.isDown = true
  const browser = new Browser(server)
  expect(await begin(browser, 'down')).toBe('/login?refused=signInAway&provider=down')
  expect((await enter({ claims: person() })).refusal).toBeNull()
  down.isDown = false
  expect(await begin(browser, 'down')).toContain(down.issuer)
})

test('A11 one that goes down on the way is told in words as well', async () => {
  const browser = new Browser(server)
  const answer = acme.answerTo(await begin(browser, 'acme'), { claims: person() })
  acme.isDown = true
  expect(refusalOf(await comeBack(browser, answer))).toBe('signInAway')
  acme.isDown = false
})
