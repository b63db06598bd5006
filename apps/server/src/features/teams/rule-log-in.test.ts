import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../../test/support/account.ts'
import { ForgingProvider } from '../../../test/support/forging-provider.ts'
import { Browser } from '../../../test/support/sender.ts'
import { join, type Member, teamOwner } from '../../../test/support/team.ts'
import type { TestServer } from '../../../test/support/test-server.ts'
import { users } from '../../db/tables.ts'
import { begin, comeBack, settingsOf, startSignIn, takeSession } from '../accounts/test-providers.ts'

const acme = new ForgingProvider()
let server: TestServer
beforeAll(async () => {
  await acme.listen()
  server = await startSignIn({
    BILLING: 'sandbox',
    OIDC_PROVIDERS: 'acme,globex',
    ...settingsOf('acme', acme.issuer),
    ...settingsOf('globex', acme.issuer),
  })
})
afterAll(async () => {
  await server?.close()
  await acme.close()
})

const codeOf = ({ json }: { json: any }): string | undefined => json.error?.code
const rule = (by: Account | Member, provider: string | null) => by.call('PUT', '/api/team/log-in', { provider })
const readFor = (browser: Browser, { ownerId }: Member) =>
  browser.withAccess('GET', '/api/team', undefined, { 'sampan-team': ownerId })

/** The same person in another browser, by a provider that their account is connected to from then on. */
async function comeBy(id: string, { account }: Member): Promise<Browser> {
  const browser = new Browser(server)
  await server.services.db
    .update(users)
    .set({ connectUntil: new Date('9999-12-31T00:00:00Z') })
    .where(eq(users.id, account.userId))
  const claims = { sub: `${id} ${account.email}`, email: account.email, email_verified: true }
  await comeBack(browser, acme.answerTo(await begin(browser, id), { claims }))
  await takeSession(browser)
  return browser
}

test('A11 M1 people act for the team only where its provider has let them in; the owner always does, and the rule can be taken back', async () => {
  const owner = await teamOwner(server)
  const member = await join(server, owner)
  expect((await rule(owner, 'acme')).json).toMatchObject({ logInBy: 'acme', mayRuleLogIn: true })
  const refused = await member.call('GET', '/api/team')
  expect([refused.status, refused.json.error]).toMatchObject([
    403,
    { code: 'teamLogInNeeded', message: 'This team wants you to log in with Acme.', details: { provider: 'acme', name: 'Acme' } },
  ])
  expect((await member.account.call('GET', '/api/teams')).status).toBe(200)
  expect((await owner.call('GET', '/api/team')).status).toBe(200)
  expect((await readFor(await comeBy('acme', member), member)).status).toBe(200)
  expect(codeOf(await readFor(await comeBy('globex', member), member))).toBe('teamLogInNeeded')
  expect((await rule(owner, null)).json.logInBy).toBeNull()
  expect((await member.call('GET', '/api/team')).status).toBe(200)
  const { entries } = (await owner.call('GET', '/api/team/log')).json
  expect(entries.slice(0, 2)).toMatchObject([{ act: 'logInFreed' }, { act: 'logInRuled', about: 'Acme' }])
})

test('A11 R27 what somebody sends for the team ends with it', async () => {
  const owner = await teamOwner(server)
  const member = await join(server, owner)
  await member.takeTicket()
  await rule(owner, 'acme')
  server.moveClock(31)
  const { browser } = member.account
  expect(codeOf(await browser.create([{ path: 'a.txt', bytes: Buffer.from('a') }]))).toBe('teamLogInNeeded')
})

test('A11 who leads it, from Business on, and nobody shuts themselves out', async () => {
  const owner = await teamOwner(server)
  const [admin, member] = [await join(server, owner, 'admin'), await join(server, owner)]
  expect(codeOf(await rule(member, 'acme'))).toBe('notYours')
  expect(codeOf(await rule(admin, 'acme'))).toBe('teamLogInNeeded')
  expect(codeOf(await rule(owner, 'initech'))).toBe('signInUnknown')
  const browser = await comeBy('acme', admin)
  const by = await browser.withAccess('PUT', '/api/team/log-in', { provider: 'acme' }, admin.headers)
  expect(by.json.logInBy).toBe('acme')
  const small = await teamOwner(server, 'pro')
  expect(codeOf(await rule(small, 'acme'))).toBe('teamLogInReserved')
  expect((await rule(small, null)).json).toMatchObject({ logInBy: null, mayRuleLogIn: false })
})
