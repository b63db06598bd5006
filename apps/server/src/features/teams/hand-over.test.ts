/** A team changes hands, at the door: both confirm it, the root stays what it is, and nothing is between two owners at any moment. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../../test/support/account.ts'
import { join, Member, teamOwner } from '../../../test/support/team.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { hashPassword } from '../../adapters/passwords/passwords.ts'
import { owners, teamMembers, users } from '../../db/tables.ts'
import { findPayer } from '../billing/queries-billing.ts'
import { hardDeleteAccounts } from '../profile/hard-delete-account.ts'

let server: TestServer
let passwordHash: string
beforeAll(async () => {
  server = await startTestServer()
  passwordHash = await hashPassword(password)
})
afterAll(() => server?.close())

const password = 'a sampan at dusk'
const files = [{ path: 'manifest.txt', bytes: Buffer.from('a manifest') }]
type Caller = Pick<Member, 'call'>
const withPassword = ({ userId }: Account) => server.services.db.update(users).set({ passwordHash }).where(eq(users.id, userId))

async function crew() {
  const owner = await teamOwner(server)
  const [ann, ben] = [await join(server, owner, 'admin'), await join(server, owner)]
  for (const account of [owner, ann.account, ben.account]) await withPassword(account)
  return { owner, ann, ben }
}
const name = (as: Caller, userId: string, secret = password) =>
  as.call('POST', '/api/team/ownership', { userId, password: secret })
async function tokenOf({ email }: Account): Promise<string> {
  const { text } = await server.mailTo(email, /hands the team/)
  return /\?handover=([0-9A-Za-z]+)/.exec(text!)![1]!
}
const confirm = (by: Account, token: string, secret = password) =>
  by.call('POST', '/api/team/ownership/confirm', { token, password: secret })
const codeOf = async (reply: Promise<{ json: any }>) => (await reply).json.error?.code
const rolesIn = async (as: Caller): Promise<Record<string, string>> =>
  Object.fromEntries((await as.call('GET', '/api/team')).json.members.map((one: any) => [one.userId, one.role]))

async function send(account: Account, as: Caller = account): Promise<string> {
  const plan = (await account.browser.create(files)).json
  await account.browser.putAll(plan, files)
  return (await as.call('POST', '/quicksend2', { slug: plan.slug, sendAs: 'link' })).json.slug
}
const listed = async (as: Caller) => (await as.call('GET', '/getQs')).json.allDocs.map(({ slug }: { slug: string }) => slug)

test('M1 M3 a team is another’s once both have confirmed it: root, plan, storage and payments stay, and neither own account is touched', async () => {
  const { owner, ann, ben } = await crew()
  const [anns, sent] = [await send(ann.account), await send(owner)]
  await owner.setOwner({ customerId: `cus_${owner.ownerId}`, customerMode: 'sandbox' })
  const root = await owner.owner()
  expect(await codeOf(name(owner, ann.account.userId, 'not this one'))).toBe('passwordNotYours')
  const named = await name(owner, ann.account.userId)
  expect(named.json).toMatchObject({ role: 'owner', handover: { userId: ann.account.userId } })
  const token = await tokenOf(ann.account)
  // Nothing has changed, and only they are told.
  expect(await rolesIn(owner)).toMatchObject({ [owner.userId]: 'owner', [ann.account.userId]: 'admin' })
  expect((await ann.call('GET', '/api/team')).json.handover).toEqual(named.json.handover)
  expect((await ben.call('GET', '/api/team')).json.handover).toBe(null)
  expect(await codeOf(confirm(ben.account, token))).toBe('handoverOver')
  expect(await codeOf(confirm(ann.account, token, 'not this one'))).toBe('passwordNotYours')
  expect((await confirm(ann.account, token)).json).toMatchObject({ ownerId: owner.ownerId })
  expect((await confirm(ann.account, token)).status).toBe(200)
  expect(await rolesIn(ann)).toEqual({ [ann.account.userId]: 'owner', [owner.userId]: 'admin', [ben.account.userId]: 'member' })

  expect(await owner.owner()).toEqual({ ...root, key: expect.anything() })
  const former = new Member(owner, owner.ownerId)
  for (const as of [ann, former]) expect(await listed(as)).toEqual([sent])
  expect(await listed(ben)).toEqual([])
  const pays = async (as: Caller) => (await as.call('GET', '/api/billing')).status
  expect([await pays(ann), await pays(former)]).toEqual([200, 404])
  expect((await findPayer(server.services.db, owner.ownerId))?.email).toBe(ann.account.email)
  // Each own account is its own.
  expect([await listed(ann.account), await listed(owner)]).toEqual([[anns], []])
  expect((await owner.call('POST', '/api/requests', { title: 'Own' })).status).toBe(201)
  expect(await former.takeTicket()).toMatchObject({ status: 200 })
  // An admin decides nothing about the new owner, who decides about the former.
  expect((await former.call('DELETE', `/api/team/members/${ann.account.userId}`)).status).toBe(404)
  expect((await former.call('PATCH', `/api/team/members/${ann.account.userId}`, { role: 'member' })).status).toBe(404)
  expect((await ann.call('DELETE', `/api/team/members/${ann.account.userId}`)).status).toBe(404)
  expect((await server.mailTo(ann.account.email, /is yours now/)).text).toContain('payments')
  expect((await server.mailTo(owner.email, /You stay as an admin/)).text).toContain('Free plan')
  const acts = (await ann.call('GET', '/api/team/log')).json.entries.map(({ act, about }: any) => [act, about])
  expect(acts.slice(0, 2)).toEqual([
    ['tookOver', owner.email],
    ['namedOwner', ann.account.email],
  ])
  // And back again.
  await name(ann, owner.userId)
  expect((await confirm(owner, await tokenOf(owner))).status).toBe(200)
  expect(await rolesIn(former)).toMatchObject({ [owner.userId]: 'owner', [ann.account.userId]: 'admin' })
  expect([await pays(ann), await pays(former)]).toEqual([404, 200])
})

test('M1 R26 only the owner names, only people of the team, and what is over opens nothing', async () => {
  const { owner, ann, ben } = await crew()
  const stranger = await join(server, await teamOwner(server))
  for (const as of [ann, ben]) expect((await name(as, ben.account.userId)).status).toBe(404)
  for (const userId of [owner.userId, stranger.account.userId, crypto.randomUUID()])
    expect((await name(owner, userId)).status).toBe(404)
  await name(owner, ann.account.userId)
  const first = await tokenOf(ann.account)
  server.moveClock(60)
  // Whoever is named last is the one; and they may be nobody.
  await name(owner, ben.account.userId)
  expect(await codeOf(confirm(ann.account, first))).toBe('handoverOver')
  const second = await tokenOf(ben.account)
  await owner.call('DELETE', '/api/team/ownership')
  expect(await codeOf(confirm(ben.account, second))).toBe('handoverOver')
  server.moveClock(60)
  await name(owner, ann.account.userId)
  const third = await server.mailTo(ann.account.email, /hands the team/)
  expect(third.text).toContain('handover=')
  await owner.setOwner({ status: 'revoke' })
  expect((await name(owner, ben.account.userId)).status).toBe(403)
  await owner.setOwner({ status: 'active' })
  const { db } = server.services
  await db.execute(
    sql`update team_handovers set expires_at = ${server.services.clock().toISOString()} where owner_id = ${owner.ownerId}`,
  )
  expect((await owner.call('GET', '/api/team')).json.handover).toBe(null)
  expect(await codeOf(confirm(ann.account, await tokenOf(ann.account)))).toBe('handoverOver')
})

test('M1 R15 confirmed many times at once, while it is taken back, somebody else is named and the named one is taken out: one owner, whoever it is', async () => {
  for (let round = 0; round < 4; round++) {
    const { owner, ann, ben } = await crew()
    await name(owner, ann.account.userId)
    const token = await tokenOf(ann.account)
    const others = [
      () => owner.call('DELETE', '/api/team/ownership'),
      () => name(owner, ben.account.userId),
      () => owner.call('DELETE', `/api/team/members/${ann.account.userId}`),
      () => owner.call('GET', '/api/team'),
    ]
    const replies = await Promise.all([
      ...Array.from({ length: 5 }, () => confirm(ann.account, token)),
      others[round]!(),
      confirm(ann.account, token),
    ])
    expect(replies.filter(({ status }) => status >= 500)).toEqual([])
    const { db } = server.services
    const heads = await db.select().from(teamMembers).where(sql`owner_id = ${owner.ownerId} and role = 'owner'`)
    const isOver = heads[0]?.userId === ann.account.userId
    const [row] = await db.select().from(users).where(eq(users.id, owner.userId))
    expect([heads.length, row!.ownerId === owner.ownerId]).toEqual(isOver ? [1, false] : [0, true])
    const roles = await rolesIn(new Member(owner, owner.ownerId))
    expect(Object.values(roles).filter((role) => role === 'owner')).toHaveLength(1)
    expect(roles[owner.userId]).toBe(isOver ? 'admin' : 'owner')
  }
})

test('A5 M1 a team ends with the account that it was handed to, and not with the one that had it before', async () => {
  const { owner, ann, ben } = await crew()
  await name(owner, ann.account.userId)
  await confirm(ann.account, await tokenOf(ann.account))
  const slug = await send(ben.account)
  const { db, clock } = server.services
  const end = async ({ userId }: Account) => {
    await db
      .update(users)
      .set({ deleteAt: new Date(clock().getTime() - 86_400_000) })
      .where(eq(users.id, userId))
    await hardDeleteAccounts(server.services)
  }
  const isThere = async () => (await db.select().from(owners).where(eq(owners.id, owner.ownerId))).length === 1
  await end(owner)
  expect(await isThere()).toBe(true)
  expect(await rolesIn(ben)).toEqual({ [ann.account.userId]: 'owner', [ben.account.userId]: 'member' })
  // While it waits to be deleted it rests, for all.
  expect((await ann.account.call('POST', '/api/account/delete', { password })).json.user.deleteAt).toBeGreaterThan(0)
  expect(await codeOf(ben.call('POST', '/api/requests', { title: 'Papers' }))).toBe('teamLeaving')
  expect((await server.mailTo(ben.account.email, /going to be deleted/)).text).toContain('seven days')
  await ann.account.call('POST', '/api/account/keep')
  expect((await server.mailTo(ben.account.email, /goes on/)).text).toContain('as it was')
  // Its role was given to it by hand: what it has by its plan and its codes is Free, with one seat.
  expect(await codeOf(ben.call('POST', '/api/requests', { title: 'Papers' }))).toBe('seatPaused')
  await end(ann.account)
  expect(await isThere()).toBe(false)
  expect(await codeOf(ben.call('GET', '/getQs'))).toBe('notInTeam')
  expect((await server.mailTo(ben.account.email, /was deleted with/)).text).toContain(ann.account.userId)
  expect(await listed(ben.account)).toEqual([slug])
})
