/** Invitations at the door: who may come, which seats they hold, and what becomes of them. */
import { invitationDays } from '@sampan/contract/rules/teams'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { Browser } from '../../../test/support/sender.ts'
import { accept, invite, join, teamOwner, tokenIn } from '../../../test/support/team.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { contacts, teamInvitations, teamMembers, users } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

let names = 0
const someone = (): string => `crew${++names}@example.com`
const password = 'a sampan at dusk'
const teamOf = async (account: Account) => (await account.call('GET', '/api/team')).json
const view = async (token: string) => (await new Browser(server).call('GET', `/api/invitations/${token}`)).json
const joinNew = (browser: Browser, body: object) => browser.call('PATCH', '/teams', { password, ...body })
const runOut = (ownerId: string) =>
  server.services.db
    .update(teamInvitations)
    .set({ expiresAt: sql`${teamInvitations.expiresAt} - make_interval(days => ${invitationDays + 1})` })
    .where(eq(teamInvitations.ownerId, ownerId))
const free = async (account: Account) => (await teamOf(account)).seatsLeft

test('M1 a pasted list is invited at once; who is in the team or invited already is passed over, and each holds a seat', async () => {
  const owner = await teamOwner(server)
  const { seats } = await teamOf(owner)
  const [a, b] = [someone(), someone()]
  const { status, json } = await invite(owner, [a, b, a.toUpperCase(), owner.email])
  expect([status, json]).toMatchObject([200, { invited: [a, b], skipped: [{ email: owner.email, code: 'memberAlready' }] }])
  expect(json.team).toMatchObject({
    role: 'owner',
    seats,
    seatsLeft: seats - 3,
    members: [{ email: owner.email, role: 'owner' }],
  })
  expect((await invite(owner, [a])).json).toMatchObject({ invited: [], skipped: [{ email: a, code: 'invitedAlready' }] })
  const mail = await server.mailTo(a)
  expect(mail.subject).toContain(owner.email)
  expect((await server.mailsTo(a)).length).toBe(1)
})

test('M1 I1 an invitation is written in the language of who reads it, as a transfer to them: their contact’s, their account’s, else the inviter’s', async () => {
  const owner = await teamOwner(server)
  const [chinese, both, known, unknown] = [await Account.create(server), await Account.create(server), someone(), someone()]
  const { db } = server.services
  for (const { userId } of [chinese, both]) await db.update(users).set({ language: 'zh' }).where(eq(users.id, userId))
  for (const [email, language] of [
    [both.email, 'en'],
    [known, 'zh'],
  ] as const)
    await db.insert(contacts).values({ ownerId: owner.ownerId, email, language, createdAt: server.services.clock() })
  await invite(owner, [chinese.email, both.email, known, unknown])
  const subjectTo = async (email: string) => (await server.mailTo(email)).subject
  expect(await subjectTo(chinese.email)).toMatch(/[一-鿿]/)
  expect(await subjectTo(both.email)).not.toMatch(/[一-鿿]/)
  expect(await subjectTo(known)).toMatch(/[一-鿿]/)
  expect(await subjectTo(unknown)).not.toMatch(/[一-鿿]/)
})

test('M1 nobody is invited where the seats do not do for all, and a plan without seats has none', async () => {
  const owner = await teamOwner(server, 'business')
  const left = await free(owner)
  const many = Array.from({ length: left + 1 }, someone)
  const refused = await invite(owner, many)
  expect(refused).toMatchObject({ status: 403, json: { error: { code: 'seatsUsedUp', details: { limit: left + 1, left } } } })
  expect((await teamOf(owner)).invitations).toEqual([])
  expect((await invite(await teamOwner(server, 'free'), [someone()])).json.error.code).toBe('seatsUsedUp')
})

test('M1 ten who are invited at once for the last seat: one of them is', async () => {
  const owner = await teamOwner(server, 'business')
  const left = await free(owner)
  await invite(owner, Array.from({ length: left - 1 }, someone))
  const replies = await Promise.all(Array.from({ length: 10 }, () => invite(owner, [someone()])))
  expect(replies.filter(({ status }) => status === 200).length).toBe(1)
  expect(await free(owner)).toBe(0)
})

test('M1 ten who accept at once when the plan has one seat left: one of them comes, the others read why', async () => {
  const owner = await teamOwner(server, 'teamelite')
  const people = await Promise.all(Array.from({ length: 10 }, () => Account.create(server)))
  await invite(
    owner,
    people.map(({ email }) => email),
  )
  const tokens = await Promise.all(people.map(({ email }) => tokenIn(server, email)))
  await owner.setOwner({ role: 'business' })
  const { seats } = await teamOf(owner)
  for (let i = 0; i < seats - 2; i++) expect((await accept(people[i]!, tokens[i]!)).status).toBe(200)
  const late = people.slice(seats - 2)
  const replies = await Promise.all(late.map((person, i) => accept(person, tokens[seats - 2 + i]!)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: late.length - 1 }, () => 403)])
  expect(await server.services.db.$count(teamMembers, eq(teamMembers.ownerId, owner.ownerId))).toBe(seats - 1)
  const others = tokens.slice(seats - 2).filter((_, i) => replies[i]!.status !== 200)
  expect((await view(others[0]!)).state).toBe('full')
})

test('M1 looking at an invitation, however often, accepts nothing; accepting it twice is once', async () => {
  const [owner, account] = [await teamOwner(server), await Account.create(server)]
  await invite(owner, [account.email], 'admin')
  const token = await tokenIn(server, account.email)
  for (const method of ['GET', 'HEAD', 'GET']) await fetch(`${server.url}/invite/${token}`, { method })
  expect(await view(token)).toMatchObject({ state: 'open', email: account.email, role: 'admin', hasAccount: true })
  expect((await teamOf(owner)).members.length).toBe(1)
  const [first, again] = [await accept(account, token), await accept(account, token)]
  expect([first.status, again.status]).toEqual([200, 200])
  expect(first.json.ownerId).toBe(owner.ownerId)
  expect((await teamOf(owner)).members).toMatchObject([{}, { email: account.email, role: 'admin' }])
  expect((await server.mailTo(owner.email)).text).toContain('joined')
  expect((await account.call('GET', '/api/teams')).json.teams).toMatchObject([{ ownerId: owner.ownerId, role: 'admin' }])
  expect((await view(token)).state).toBe('accepted')
  await owner.call('DELETE', `/api/team/members/${account.userId}`)
  expect((await view(token)).state).toBe('left')
})

test('M1 an invitation opens for its own address alone, and for one team at a time', async () => {
  const [owner, other] = [await teamOwner(server), await teamOwner(server)]
  const { account } = await join(server, owner)
  await invite(other, [account.email])
  const token = await tokenIn(server, account.email, 2)
  expect((await accept(await Account.create(server), token)).json.error.code).toBe('invitationUnknown')
  expect((await accept(account, token)).json.error.code).toBe('inOtherTeam')
  expect((await accept(account, 'A'.repeat(22))).json.error.code).toBe('invitationUnknown')
})

test('M1 a new address makes its account by the link, in the team at once; an address with an account does not', async () => {
  const owner = await teamOwner(server)
  const email = someone()
  const known = await Account.create(server)
  await invite(owner, [email, known.email])
  const token = await tokenIn(server, email)
  expect(await view(token)).toMatchObject({ hasAccount: false })
  const browser = new Browser(server)
  const foreign = await joinNew(browser, { token, newMemberEmail: known.email })
  expect(foreign.json.error.code).toBe('invitationUnknown')
  const { status, json } = await joinNew(browser, { token, newMemberEmail: email, fullName: 'Mei Lin' })
  expect([status, json]).toMatchObject([
    200,
    { data: { refreshToken: null, user: { email, fullName: 'Mei Lin', role: 'free', finished_onboarding: true } } },
  ])
  expect((await teamOf(owner)).members).toMatchObject([{}, { email, fullName: 'Mei Lin', role: 'member' }])
  expect((await joinNew(new Browser(server), { token })).json.error.code).toBe('emailTaken')
  const taken = await joinNew(new Browser(server), { token: await tokenIn(server, known.email) })
  expect(taken.json.error.code).toBe('emailTaken')
})

test('M1 declined, run out or taken back, an invitation is over and its seat free; sent again it is open', async () => {
  const owner = await teamOwner(server)
  const account = await Account.create(server)
  await invite(owner, [account.email])
  const before = await free(owner)
  const token = await tokenIn(server, account.email)
  const decline = () => new Browser(server).call('POST', `/api/invitations/${token}/decline`)
  expect([(await decline()).status, (await decline()).status]).toEqual([200, 200])
  expect(await free(owner)).toBe(before + 1)
  expect((await accept(account, token)).json.error.code).toBe('invitationOver')
  const [invitation] = (await teamOf(owner)).invitations
  expect(invitation.state).toBe('declined')
  const at = `/api/team/invitations/${invitation._id}`
  const resent = await owner.call('POST', `${at}/mail`, undefined, { 'idempotency-key': 'again' })
  await owner.call('POST', `${at}/mail`, undefined, { 'idempotency-key': 'again' })
  expect(resent.json).toMatchObject({ seatsLeft: before, invitations: [{ state: 'invited' }] })
  expect(await tokenIn(server, account.email, 2)).toBe(token)
  await runOut(owner.ownerId)
  expect(await teamOf(owner)).toMatchObject({ seatsLeft: before + 1, invitations: [{ state: 'expired' }] })
  expect((await accept(account, token)).json.error.code).toBe('invitationOver')
  await owner.call('POST', `${at}/mail`)
  expect((await owner.call('DELETE', at)).json).toMatchObject({ seatsLeft: before + 1, invitations: [] })
  expect((await accept(account, token)).json.error.code).toBe('invitationOver')
  expect((await view(token)).state).toBe('revoked')
  expect((await (await teamOwner(server)).call('DELETE', at)).status).toBe(404)
})
