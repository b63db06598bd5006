/** Roles at the door: what each may decide, and what becomes of who goes and of what they had. */
import { mayInTeam, type TeamAct, type TeamRole } from '@sampan/contract/rules/teams'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accept, invite, join, type Member, teamOwner, tokenIn } from '../../../test/support/team.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { fileRequests, transfers, users } from '../../db/tables.ts'
import { hardDeleteAccounts } from '../profile/hard-delete-account.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const bytes = Buffer.from('a manifest of the voyage')
const files = [{ path: 'manifest.txt', bytes }]
type Caller = Pick<Member, 'call'>

async function sendAs(member: Member) {
  await member.takeTicket()
  const plan = (await member.account.browser.create(files)).json
  await member.account.browser.putAll(plan, files)
  const { json } = await member.call('POST', '/quicksend2', { slug: plan.slug, sendAs: 'link' })
  return json
}
const peopleOf = async (owner: Caller): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await owner.call('GET', '/api/team')).json.members.map(({ userId, role }: Record<string, string>) => [userId, role]),
  )
const authorOf = async (slug: string) => {
  const { authorId } = transfers
  return (await server.services.db.select({ authorId }).from(transfers).where(eq(transfers.slug, slug)))[0]?.authorId
}
const remove = (as: Caller, userId: string, handTo?: string) =>
  as.call('DELETE', `/api/team/members/${userId}${handTo ? `?handTo=${handTo}` : ''}`)
const statusOf = async (reply: Promise<{ status: number }>) => (await reply).status

/** An owner with an admin, a member, one who has left, and somebody of another team. */
async function crew() {
  const [owner, otherOwner] = [await teamOwner(server), await teamOwner(server)]
  const [admin, member, former] = [await join(server, owner, 'admin'), await join(server, owner), await join(server, owner)]
  const other = await join(server, otherOwner, 'admin')
  await remove(owner, former.account.userId)
  return { owner, otherOwner, admin, member, former, other }
}
type Crew = Awaited<ReturnType<typeof crew>>

/** Each does it to something that is there for it. */
const acts: [TeamAct, (of: Crew, as: Caller) => Promise<{ status: number }>][] = [
  ['invite', (_, as) => as.call('POST', '/api/team/invitations', { emails: [`${crypto.randomUUID()}@example.com`] })],
  [
    'invite',
    async ({ owner }, as) => {
      const { json } = await invite(owner, [`${crypto.randomUUID()}@example.com`])
      return as.call('POST', `/api/team/invitations/${json.team.invitations[0]._id}/mail`)
    },
  ],
  [
    'invite',
    async ({ owner }, as) => {
      const { json } = await invite(owner, [`${crypto.randomUUID()}@example.com`])
      return as.call('DELETE', `/api/team/invitations/${json.team.invitations[0]._id}`)
    },
  ],
  [
    'changeRole',
    async ({ owner }, as) => {
      const { account } = await join(server, owner)
      return as.call('PATCH', `/api/team/members/${account.userId}`, { role: 'admin' })
    },
  ],
  [
    'removeMember',
    async ({ owner }, as) => {
      const { account } = await join(server, owner)
      const reply = await remove(as, account.userId)
      const isGone = (await peopleOf(owner))[account.userId] === undefined
      return isGone ? reply : { status: 404 }
    },
  ],
  ['readLog', (_, as) => as.call('GET', '/api/team/log')],
  ['seeAll', (_, as) => as.call('GET', '/api/analytics?from=2026-01-01&to=2026-01-02')],
  ['pay', (_, as) => as.call('GET', '/api/billing/details')],
  ['pay', (_, as) => as.call('GET', '/api/licences')],
  ['seeOwnAndShared', (_, as) => as.call('GET', '/getQs')],
  ['sendUnderTeam', (_, as) => as.call('POST', '/api/requests', { title: 'Papers' })],
]

test('M1 M3 R25 who may do what in a team is one table, which every call holds to', async () => {
  const of = await crew()
  const roles: [TeamRole | 'former' | 'foreign', Caller][] = [
    ['owner', of.owner],
    ['admin', of.admin],
    ['member', of.member],
    ['former', of.former],
    // Another team's admin, who names this one.
    ['foreign', { call: (method, path, body) => of.other.call(method, path, body, of.member.headers) }],
  ]
  for (const [act, ask] of acts)
    for (const [role, as] of roles) {
      const isOut = role === 'former' || role === 'foreign'
      const status = await statusOf(ask(of, as))
      const may = !isOut && mayInTeam(role, act)
      expect(status < 300, `${role} ${act}: ${status}`).toBe(may)
    }
})

test('M1 nobody of a team decides about its owner, and ids of another team are unknown', async () => {
  const { owner, otherOwner, admin, member, other } = await crew()
  for (const userId of [owner.userId, other.account.userId, crypto.randomUUID()])
    expect(await statusOf(admin.call('PATCH', `/api/team/members/${userId}`, { role: 'member' }))).toBe(404)
  for (const as of [owner, admin]) expect(await statusOf(remove(as, owner.userId))).toBe(404)
  await remove(owner, other.account.userId)
  expect(Object.keys(await peopleOf(otherOwner))).toContain(other.account.userId)
  for (const heir of [other.account.userId, member.account.userId])
    expect(await statusOf(remove(owner, member.account.userId, heir)), heir).toBe(404)
  expect(await peopleOf(owner)).toMatchObject({ [member.account.userId]: 'member' })
})

test('M1 a role changes at the next call, and its mail says what it means', async () => {
  const { owner, admin, member } = await crew()
  const { slug } = await sendAs(admin)
  const seen = () => statusOf(member.call('GET', `/api/transfers/${slug}/detail`))
  const make = (role: string) => owner.call('PATCH', `/api/team/members/${member.account.userId}`, { role })
  expect(await seen()).toBe(404)
  expect((await make('admin')).json.members).toContainEqual(
    expect.objectContaining({ email: member.account.email, role: 'admin' }),
  )
  expect(await seen()).toBe(200)
  await make('admin')
  await make('member')
  expect(await seen()).toBe(404)
  expect((await server.mailTo(member.account.email, /admin/)).text).toContain('you see everything')
  expect((await server.mailTo(member.account.email, /member of the team/)).text).toContain('shared with you')
})

test('M1 R27 who is taken out is out at the next call, uploads within a minute; what they made is somebody else’s', async () => {
  const { owner, admin, member } = await crew()
  const { slug } = await sendAs(member)
  const request = (await member.call('POST', '/api/requests', { title: 'Papers' })).json.request
  const plan = (await member.account.browser.create(files)).json
  expect((await owner.owner()).reservedBytes).toBe(bytes.length)
  const put = () => member.account.browser.putPart(plan.uploadId, plan.blobs[0].blobId, 0, bytes)
  expect(await statusOf(remove(owner, member.account.userId, admin.account.userId))).toBe(200)
  // What was begun gives its storage back in the same step.
  expect(await owner.owner()).toMatchObject({ reservedBytes: 0, usedBytes: bytes.length })
  expect((await member.call('GET', '/getQs')).json.error.code).toBe('notInTeam')
  expect((await member.call('POST', '/stsAuth', { id: member.account.userId, type: 'teamUpload' })).json.error.code).toBe(
    'notInTeam',
  )
  server.moveClock(60)
  expect((await put()).json.error.code).toBe('ticketInvalid')
  expect(await statusOf(member.account.call('GET', '/getQs'))).toBe(200)
  expect(await statusOf(member.account.call('GET', `/api/transfers/${slug}/detail`))).toBe(404)
  expect(await authorOf(slug)).toBe(admin.account.userId)
  const { authorId } = fileRequests
  const [row] = await server.services.db.select({ authorId }).from(fileRequests).where(eq(fileRequests.slug, request.slug))
  expect(row?.authorId).toBe(admin.account.userId)
  expect((await (await fetch(`${server.url}/api/transfers/${slug}`)).json()).files).toHaveLength(1)
  expect((await server.mailTo(member.account.email, /changed|News/)).text).toBeTruthy()
  expect(await statusOf(remove(owner, member.account.userId))).toBe(200)
})

test('M1 leaving is everybody’s but the owner’s; what was made is the owner’s, and who comes back has none of it', async () => {
  const { owner, member, admin } = await crew()
  const [{ slug }, other] = [await sendAs(member), await sendAs(admin)]
  await admin.call('PATCH', `/api/transfers/${other.slug}`, { shareWith: [member.account.userId] })
  await owner.setOwner({ status: 'revoke' })
  expect(await statusOf(remove(admin, member.account.userId))).toBe(403)
  expect(await statusOf(remove(member, member.account.userId))).toBe(200)
  await owner.setOwner({ status: 'active' })
  expect(await statusOf(remove(admin, admin.account.userId))).toBe(200)
  expect(await peopleOf(owner)).toEqual({ [owner.userId]: 'owner' })
  expect([await authorOf(slug), await authorOf(other.slug)]).toEqual([owner.userId, owner.userId])
  expect((await member.account.call('GET', '/api/teams')).json.teams).toEqual([])
  await invite(owner, [member.account.email])
  expect(await statusOf(accept(member.account, await tokenIn(server, member.account.email, 3)))).toBe(200)
  expect((await member.call('GET', '/getQs')).json.allDocs).toEqual([])
})

test('A5 M1 whose account ends leaves what they made to the team’s owner in the same step, and what they had begun ends', async () => {
  const { owner, member } = await crew()
  const { db, clock } = server.services
  const { slug } = await sendAs(member)
  const request = (await member.call('POST', '/api/requests', { title: 'Papers' })).json.request
  await member.account.browser.create(files)
  const deleteAt = new Date(clock().getTime() - 86_400_000)
  await db.update(users).set({ deleteAt }).where(eq(users.id, member.account.userId))
  await hardDeleteAccounts(server.services)
  expect(await statusOf(member.account.call('GET', '/getQs'))).toBe(401)
  expect(await authorOf(slug)).toBe(owner.userId)
  const { authorId } = fileRequests
  const [row] = await db.select({ authorId }).from(fileRequests).where(eq(fileRequests.slug, request.slug))
  expect(row?.authorId).toBe(owner.userId)
  expect(await owner.owner()).toMatchObject({ reservedBytes: 0, usedBytes: bytes.length })
  expect((await owner.call('GET', `/getQs?slug=${slug}`)).json.allDocs).toMatchObject([{ authorId: owner.userId }])
  expect((await owner.call('GET', '/api/team/log?act=left')).json.entries).toMatchObject([{ email: member.account.email }])
  expect((await server.mailTo(owner.email, /has left/)).text).toContain(member.account.userId)
})

test('M3 what people of a team have done is written with it, read by who leads alone, searched, paged, and taken along as a table', async () => {
  const [owner, otherOwner] = [await teamOwner(server), await teamOwner(server)]
  const [admin, member] = [await join(server, owner, 'admin'), await join(server, owner)]
  const { slug } = await sendAs(member)
  await member.call('PATCH', `/api/transfers/${slug}`, { title: 'Voyage 9' })
  await member.call('POST', '/deleteTransfer', { slug })
  await member.call('POST', `/api/transfers/${slug}/restore`)
  await member.call('POST', '/api/requests', { title: 'Papers of voyage 9' })
  await remove(admin, member.account.userId)
  const log = async (as: Caller, query = '') => (await as.call('GET', `/api/team/log${query}`)).json
  const actsOf = async (as: Caller, query = '') => (await log(as, query)).entries.map(({ act }: { act: string }) => act)
  const done = ['removed', 'asked', 'restored', 'deleted', 'changed', 'sent', 'joined', 'invited', 'joined', 'invited']
  expect([await actsOf(owner), await actsOf(admin)]).toEqual([done, done])
  expect(await actsOf(owner, `?person=${member.account.userId}&search=voyage`)).toEqual(['asked', 'restored', 'deleted'])
  expect(await actsOf(owner, '?act=sent')).toEqual(['sent'])
  // Rows are shown with names.
  await admin.call('POST', '/updateProfile', { fullName: 'Adam Admin' })
  expect(await actsOf(owner, '?search=adam%20AD')).toEqual(['removed', 'joined'])
  const first = await log(owner, '?limit=4')
  expect([first.hasMore, await actsOf(owner, `?before=${first.entries[3].id}`)]).toEqual([true, done.slice(4)])
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const csv = await (await fetch(`${server.url}/api/team/log/export`, { headers })).text()
  expect(csv.split('\r\n').filter((line) => line.includes(member.account.email)).length).toBeGreaterThanOrEqual(6)
  // Whoever takes a table along is written down too.
  await fetch(`${server.url}/api/contacts/export?format=csv`, { headers })
  const taken = (await log(owner, '?act=exported')).entries.map(({ about }: { about: string }) => about)
  expect(taken).toEqual(['contacts.csv', 'team-log.csv'])
  // Neither a member, nor who is out, nor another team learns of it.
  const still = await join(server, owner)
  expect(await statusOf(still.call('GET', '/api/team/log'))).toBe(404)
  expect(await statusOf(member.call('GET', '/api/team/log'))).toBeGreaterThanOrEqual(400)
  expect(await actsOf(otherOwner)).toEqual([])
})
