/** The operator and the accounts: found, shown, given a role, suspended and restored, beside the server that serves them. */
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { uploaded, viewOf } from '../../../test/support/account-sends.ts'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { readConfig } from '../../config/config.ts'
import { owners, users as people } from '../../db/tables.ts'
import type { Command } from '../command.ts'
import { callCommand, commandActs, poolOf } from '../test-store.ts'
import { connectUser } from './connect.ts'
import { changeUserEmail } from './email.ts'
import { restoreUser } from './restore.ts'
import { setRole } from './role.ts'
import { showUser } from './show.ts'
import { suspendUser } from './suspend.ts'
import { users } from './users.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
afterEach(() => void vi.restoreAllMocks())

async function call(command: Command, operands: string[], values: Record<string, string | boolean> = {}) {
  const out: string[] = []
  const code = await callCommand(command, server.services.config, poolOf(server).options, { values, operands }, out)
  return { code, text: out.join('\n'), json: values.json ? JSON.parse(out.join('\n')) : undefined }
}
const show = async ({ email }: Account) => (await call(showUser, [email], { json: true })).json
const meOf = async (account: Account) => (await account.call('POST', '/updateProfile', {})).json.user

test('O5 accounts are listed and found by address, name and company, some at a time', async () => {
  const [first, second] = [await Account.create(server), await Account.create(server, { role: 'pro', usedBytes: 1234 })]
  await second.call('POST', '/updateProfile', { fullName: '100%_Li Wei', company: 'Harbour & Co' })
  const found = (...args: Parameters<typeof call>) => call(...args).then(({ json }) => json.map(({ email }: Account) => email))
  expect(await found(users, [], { json: true })).toEqual(expect.arrayContaining([first.email, second.email]))
  for (const search of [second.email.toUpperCase(), '%_li', 'harbour &'])
    expect(await found(users, [search], { json: true })).toEqual([second.email])
  for (const search of ['_____%', 'nobody of this name']) expect(await found(users, [search], { json: true })).toEqual([])
  expect(await found(users, [], { json: true, limit: '1' })).toHaveLength(1)
  const { code, text } = await call(users, [second.email])
  expect([code, text]).toEqual([0, expect.stringMatching(/^\S+@example.com +pro +active +1\.23 KB {2}\d{4}-\d\d-\d\d$/)])
  await expect(call(users, [], { limit: 'many' })).rejects.toThrow('--limit=many')
})

test('O5 P5 a role is given and taken back, shown with what gives it, and enforced at once', async () => {
  const account = await Account.create(server)
  const declare = () => account.declare([{ path: 'big.bin', size: 4_000_000_000 }])
  expect((await declare()).json.error.code).toBe('overTransferLimit')
  const given = await call(setRole, [` ${account.email.toUpperCase()}`, 'Pro'])
  expect(given).toMatchObject({ code: 0, text: `${account.email} is pro, active.` })
  expect((await declare()).status).toBe(201)
  expect(await meOf(account)).toMatchObject({ role: 'pro', status: 'active' })
  expect(await show(account)).toMatchObject({
    email: account.email,
    role: 'pro',
    givenRole: 'pro',
    subscription: null,
    licenceCodes: 0,
    reservedBytes: 4_000_000_000,
    storageBytes: 200_000_000_000,
    openUploads: 1,
    sessions: 1,
    suspendedAt: null,
  })
  const { text } = await call(showUser, [account.email])
  expect(text).toContain('given pro')
  expect(text).toMatch(/\b1 session, 0 log-ins since /)
  await call(setRole, [account.email, 'pro'])
  expect((await call(setRole, [account.email, 'none'])).text).toBe(`${account.email} is free, active.`)
  expect(await meOf(account)).toMatchObject({ role: 'free' })
})

test('O5 what cannot be done is said, and changes nothing', async () => {
  const account = await Account.create(server)
  const before = await account.owner()
  for (const role of ['anon', 'undefined', 'free', 'emperor', ''])
    await expect(call(setRole, [account.email, role])).rejects.toThrow('is no role that can be given')
  for (const command of [suspendUser, restoreUser]) {
    await expect(call(command, [account.email])).rejects.toThrow('--reason')
    await expect(call(command, [account.email], { reason: '  ' })).rejects.toThrow('--reason')
    await expect(call(command, [account.email], { reason: 'x'.repeat(501) })).rejects.toThrow('longer than 500')
  }
  for (const command of [showUser, restoreUser, suspendUser])
    await expect(call(command, ['nobody@example.com'], { reason: 'why' })).rejects.toThrow(
      'no account with the address nobody@example.com',
    )
  // There is nothing to take back, and nothing is noted.
  expect((await call(restoreUser, [account.email], { reason: 'why' })).code).toBe(0)
  expect(await account.owner()).toEqual(before)
})

test('O5 A8 R27 R17 suspended in the middle of an upload: it stops within a minute, links close, nothing is lost; restored, all goes on', async () => {
  const account = await Account.create(server, { givenRole: 'pro', role: 'pro' })
  const sent = await uploaded(account)
  const { json } = await account.publish(sent.slug, { sendAs: 'link' })
  expect((await viewOf(server, json.slug)).json.state).toBe('open')
  // Of the sending.
  await server.mailTo(account.email)
  const [bytes, files] = [randomBytes(2000), [{ path: 'a.bin', size: 2000 }]]
  const { json: plan } = await account.declare(files)
  const put = (from: number) =>
    account.browser.putPart(plan.uploadId, plan.blobs[0].blobId, from, bytes.subarray(from, from + 1000))
  expect((await put(0)).status).toBe(204)
  const held = await account.owner()

  const suspended = await call(suspendUser, [account.email], { reason: ' Reported for phishing ' })
  expect(suspended).toMatchObject({ code: 0, text: `${account.email} is suspended.` })
  const first = (await show(account)).suspendedAt
  await call(suspendUser, [account.email], { reason: 'Reported twice' })
  expect(await show(account)).toMatchObject({
    status: 'revoke',
    role: 'pro',
    suspendedAt: first,
    suspendReason: 'Reported twice',
  })
  expect((await call(showUser, [account.email])).text).toMatch(/Suspended +\d{4}-\d\d-\d\d: Reported twice/)
  expect(await meOf(account)).toMatchObject({ status: 'revoke' })
  expect((await viewOf(server, json.slug)).json.state).toBe('disabled')
  for (const refused of [await account.declare(files), await account.publish(plan.slug)])
    expect([refused.status, refused.json.error.code]).toEqual([403, 'accountSuspended'])
  server.moveClock(60)
  expect((await put(1000)).json.error.code).toBe('accountSuspended')
  expect(await account.owner()).toMatchObject({ usedBytes: held.usedBytes, reservedBytes: held.reservedBytes })
  expect(await server.mailsTo(account.email)).toHaveLength(1)

  const restored = await call(restoreUser, [account.email], { reason: ' It was not phishing ' })
  expect(restored.text).toBe(`${account.email} is not suspended: pro, active.`)
  expect((await call(restoreUser, [account.email], { reason: 'again' })).code).toBe(0)
  expect(await show(account)).toMatchObject({ suspendedAt: null, suspendReason: null })
  const output = (await call(showUser, [account.email])).text.match(/^(?:Suspended|Restored) .*/gm)
  expect(output?.map((line) => line.replace(/ +\d{4}-\d\d-\d\d/, ''))).toEqual([
    'Suspended: Reported for phishing',
    'Suspended: Reported twice',
    'Restored: It was not phishing',
  ])
  // As an older version does it: without a note.
  const old = { revokedAt: new Date('2026-11-21T08:00:00Z'), revokeReason: 'By hand' }
  const changeOwner = (set: Partial<typeof owners.$inferInsert>) =>
    server.services.db.update(owners).set(set).where(eq(owners.id, account.ownerId))
  await changeOwner(old)
  expect((await call(showUser, [account.email])).text).toMatch(/Restored .*\nSuspended +2026-11-21: By hand\n/)
  await changeOwner({ revokedAt: null, revokeReason: null })
  server.moveClock(60)
  expect((await put(1000)).status).toBe(204)
  expect((await account.publish(plan.slug)).status).toBe(200)
  expect((await viewOf(server, json.slug)).json.state).toBe('open')
})

test('O5 R24 R27 an account that was taken over goes back: nobody is in it, no word opens it, and its end is taken back', async () => {
  const password = 'a sampan at dusk'
  const [thief, from, to] = [new Browser(server), 'taken@evil.example', 'given-back@example.com']
  const { _id } = await thief.signUp(from, password)
  const { secret } = (await thief.withAccess('POST', '/api/tokens', { name: 'nightly' })).json
  const asked = (await thief.call('POST', '/api/devices/begin', { program: 'sampan', hostName: '' })).json
  await thief.withAccess('POST', `/api/devices/${asked.userCode}`, { isAllowed: true })
  expect((await thief.withAccess('POST', '/api/account/delete', { password })).json.user.deleteAt).not.toBeNull()
  const taken = await Account.create(server)
  const give = (...operands: string[]) => call(changeUserEmail, operands)
  await expect(give('nobody@example.com', to)).rejects.toThrow('no account with the address nobody@example.com')
  await expect(give(from, 'li at example')).rejects.toThrow('is no e-mail address')
  await expect(give(from, taken.email)).rejects.toThrow('another account')
  expect((await thief.withAccess('GET', '/getQs')).status).toBe(200)

  expect(await give(` ${from.toUpperCase()}`, ` ${to.toUpperCase()} `)).toMatchObject({ code: 0 })
  const bearer = { authorization: `Bearer ${secret}` }
  expect((await thief.withAccess('GET', '/getQs')).json.error.code).toBe('signedOut')
  expect((await thief.refresh()).json.error.code).toBe('signedOut')
  expect((await thief.call('GET', '/getQs', undefined, bearer)).status).toBe(401)
  expect((await thief.call('POST', '/api/devices/poll', { deviceCode: asked.deviceCode })).json.state).toBe('expired')
  for (const email of [from, to])
    expect((await thief.call('POST', '/combinedAuth', { email, password })).json.error.code).toBe('loginFailed')
  expect((await call(showUser, [to], { json: true })).json).toMatchObject({
    userId: _id,
    deleteAt: null,
    sessions: 0,
    status: 'active',
  })

  await thief.call('POST', '/resetPasswordLink', { email: to })
  const mail = await server.mailTo(to)
  const token = new URL(/https?:\S+\/updatepassword\?\S+/.exec(mail.text ?? '')![0]).searchParams.get('t')
  const owner = new Browser(server)
  expect((await owner.call('POST', '/resetPassword', { token, password: 'two sampans at dawn' })).status).toBe(200)
  expect((await owner.logIn(to, 'two sampans at dawn'))._id).toBe(_id)
})

test('A11 O2 O11 an account is opened to a provider with its address for an hour, once a provider is set', async () => {
  const account = await Account.create(server)
  const out: string[] = []
  const { config, clock } = server.services
  const connect = (email: string, settings = config) =>
    callCommand(connectUser, settings, poolOf(server).options, { values: {}, operands: [email] }, out)
  await expect(connect(account.email)).rejects.toThrow('neither OIDC_PROVIDERS nor LDAP_PROVIDERS is set')
  const school = { LDAP_PROVIDERS: 'school', LDAP_SCHOOL_URL: 'ldaps://ldap.school.test', LDAP_SCHOOL_BASE: 'dc=school' }
  const withSchool = { ...config, signInProviders: readConfig(school).signInProviders }
  await expect(connect('nobody@example.com', withSchool)).rejects.toThrow('There is no account')
  expect(await connect(` ${account.email.toUpperCase()} `, withSchool)).toBe(0)
  expect(out.join()).toContain(account.email)
  expect((await commandActs(server))[0]).toBe(`connectAllowed ${account.email}`)
  const until = async () =>
    (await server.services.db.select({ at: people.connectUntil }).from(people).where(eq(people.email, account.email)))[0]!.at
  const seconds = ((await until())!.getTime() - clock().getTime()) / 1000
  // The tests before have moved the server's clock on.
  expect(Math.abs(seconds - 3600)).toBeLessThan(300)
})
