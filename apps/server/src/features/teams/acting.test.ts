/** Acting for a team at the door: under whose root, who sees what of it, and who is out. */
import type { TimelineEvent } from '@sampan/contract/routes/transfer-detail'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { invite, join, type Member, teamOwner } from '../../../test/support/team.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { transfers } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const bytes = Buffer.from('a manifest of the voyage')
const files = [{ path: 'manifest.txt', bytes }]
type Sender = Pick<Member, 'call'>

/** Publishes what its browser has uploaded, for the team if it acts for one. */
async function send(account: Account, as: Sender = account, more: object = {}) {
  const plan = (await account.browser.create(files)).json
  await account.browser.putAll(plan, files)
  return as.call('POST', '/quicksend2', { slug: plan.slug, sendAs: 'link', ...more })
}
async function sendAs(member: Member, more: object = {}) {
  await member.takeTicket()
  const { status, json } = await send(member.account, member, more)
  expect([status, json]).toMatchObject([200, {}])
  return json
}
const listed = async (as: Sender, query = '', headers: Record<string, string> = {}): Promise<string[]> =>
  (await as.call('GET', `/getQs${query}`, undefined, headers)).json.allDocs.map(({ slug }: { slug: string }) => slug)
const detail = async (as: Sender, slug: string) => (await as.call('GET', `/api/transfers/${slug}/detail`)).status
const rowOf = async (slug: string) => (await server.services.db.select().from(transfers).where(eq(transfers.slug, slug)))[0]!

test('M1 U7 H4 a member sends under the root, the role and the month of the owner, as the author; the own account has none of it', async () => {
  const owner = await teamOwner(server)
  const member = await join(server, owner)
  expect((await member.takeTicket()).status).toBe(200)
  const sent = await sendAs(member, { parentAdminID: owner.userId })
  expect(await rowOf(sent.slug)).toMatchObject({ ownerId: owner.ownerId, authorId: member.account.userId })
  expect(sent).toMatchObject({ senderEmail: member.account.email, parentAdminID: owner.userId, shareWith: [] })
  expect((await owner.owner()).usedBytes).toBe(bytes.length)
  expect((await member.account.owner()).usedBytes).toBe(0)
  expect([await owner.countedTransfers(), await member.account.countedTransfers()]).toEqual([1, 0])
  expect((await member.call('POST', '/folderSize', {})).json).toEqual((await owner.call('POST', '/folderSize', {})).json)
  expect(await listed(member)).toEqual([sent.slug])
  expect(await listed(member.account)).toEqual([])
})

test('U7 R26 a ticket names the owner whom the header names, or nobody', async () => {
  const [owner, other] = [await teamOwner(server), await teamOwner(server)]
  const member = await join(server, owner)
  const id = member.account.userId
  const ask = (as: Sender, body: object) => as.call('POST', '/stsAuth', { id, ...body })
  for (const adminId of [owner.userId, owner.ownerId])
    for (const type of ['teamMember', 'teamUpload']) expect((await ask(member, { type, adminId })).status).toBe(200)
  for (const adminId of [other.userId, other.ownerId, id])
    expect((await ask(member, { type: 'teamMember', adminId })).json.error.code).toBe('notYours')
  expect((await ask(member.account, { type: 'teamMember', adminId: owner.userId })).json.error.code).toBe('notYours')
  expect((await ask(member, { type: 'teamMember', id: owner.userId })).json.error.code).toBe('notYours')
})

test('M1 what was begun for the team stays there: the own account neither goes on with it nor publishes it', async () => {
  const owner = await teamOwner(server)
  const member = await join(server, owner)
  await member.takeTicket()
  const plan = (await member.account.browser.create(files)).json
  const own = await member.account.call('POST', '/stsAuth', { id: member.account.userId, type: 'userUpload' })
  member.account.browser.ticket = own.json.SecurityToken
  expect((await member.account.browser.withTicket('GET', `/api/uploads/${plan.uploadId}`)).status).toBe(404)
  const published = await member.account.call('POST', '/quicksend2', { slug: plan.slug, sendAs: 'link' })
  expect(published.json.error.code).toBe('uploadNotFound')
  expect((await member.account.call('GET', '/api/account/uploads')).json.uploads).toEqual([])
  expect((await member.call('GET', '/api/account/uploads')).json.uploads).toMatchObject([{ uploadId: plan.uploadId }])
})

test('M2 R24 a member sees own and shared transfers, the owner and an admin all; each row names its author', async () => {
  const owner = await teamOwner(server)
  const [ann, ben, admin] = [await join(server, owner), await join(server, owner), await join(server, owner, 'admin')]
  const [mine, owners] = [await sendAs(ann), (await send(owner)).json]
  const shared = await sendAs(ben, { shareWith: [ann.account.userId] })
  const toAll = await sendAs(ben, { shareWith: ['team'] })
  const hidden = await sendAs(ben)
  const all = [hidden, toAll, shared, owners, mine].map(({ slug }) => slug)
  expect(await listed(ann)).toEqual([toAll.slug, shared.slug, mine.slug])
  expect(await listed(owner)).toEqual(all)
  expect(await listed(admin)).toEqual(all)
  expect(await listed(ann, '?filter=shared')).toEqual([toAll.slug, shared.slug])
  expect(await listed(admin, '?filter=shared')).toEqual([toAll.slug])
  expect(await listed(owner, '?filter=team')).toEqual(all.filter((slug) => slug !== owners.slug))
  const asked = (...ids: string[]) => ({ isTeam: JSON.stringify(ids) })
  expect(await listed(admin, '', asked(ann.account.userId, owner.userId))).toEqual([owners.slug, mine.slug])
  for (const [as, id] of [
    [ann, ben.account.userId],
    [admin, (await teamOwner(server)).userId],
    [admin, 'nobody'],
  ] as const)
    expect((await as.call('GET', '/getQs', undefined, asked(id))).json.error.code).toBe('notYours')
  const { json } = await owner.call('GET', `/getQs?slug=${shared.slug}`)
  expect(json.allDocs).toMatchObject([{ authorId: ben.account.userId, shareWith: [ann.account.userId] }])
  expect((await ann.call('GET', '/getQs')).json).toMatchObject({ allCount: 3, sharedCount: 2 })
  for (const slug of [shared.slug, toAll.slug, mine.slug]) expect(await detail(ann, slug)).toBe(200)
  for (const slug of [hidden.slug, owners.slug]) expect(await detail(ann, slug)).toBe(404)
})

test('M2 what is shared may be looked at and nothing else; sharing is taken back, and is with people of the team alone', async () => {
  const owner = await teamOwner(server)
  const [ann, ben] = [await join(server, owner), await join(server, owner)]
  const { slug } = await sendAs(ben, { shareWith: [ann.account.userId] })
  const at = `/api/transfers/${slug}`
  const change = (as: Sender, body: object) => as.call('PATCH', at, body)
  const may = async (as: Sender) => (await as.call('GET', `${at}/detail`)).json.transfer.may
  expect(await may(ann)).toEqual(['read', 'open'])
  for (const as of [ben, owner, await join(server, owner, 'admin')])
    expect(await may(as)).toEqual(['read', 'change', 'delete', 'forward', 'share', 'open'])
  expect((await ann.call('GET', '/getQs')).json.allDocs).toMatchObject([{ slug, may: ['read', 'open'] }])
  expect((await change(ann, { title: 'Mine now' })).status).toBe(404)
  expect((await change(ann, { shareWith: ['team'] })).status).toBe(404)
  expect((await ann.call('POST', '/deleteTransfer', { slug })).status).toBe(404)
  expect((await change(ben, { shareWith: ['team'] })).json.transfer.shareWith).toEqual(['team'])
  expect((await change(ben, { shareWith: [] })).json.transfer.shareWith).toEqual([])
  expect(await detail(ann, slug)).toBe(404)
  for (const id of [(await Account.create(server)).userId, 'nobody'])
    expect((await change(ben, { shareWith: [id] })).json.error.code).toBe('notYours')
  for (const more of [{ shareWith: ['nobody'] }, { parentAdminID: ben.account.userId }])
    expect((await send(ben.account, ben, more)).json.error.code).toBe('notYours')
  expect((await change(owner, { shareWith: [ann.account.userId] })).status).toBe(200)
  expect(await detail(ann, slug)).toBe(200)
})

test('T2 M2 a timeline names which account of the team did what, to everybody who may see it', async () => {
  const owner = await teamOwner(server)
  const [ann, ben, admin] = [await join(server, owner), await join(server, owner), await join(server, owner, 'admin')]
  const { slug } = await sendAs(ben, { shareWith: [ann.account.userId] })
  const at = `/api/transfers/${slug}`
  await admin.call('PATCH', at, { isDisabled: true })
  await owner.call('PATCH', at, { isDisabled: false, title: 'Plans' })
  await ben.call('POST', `${at}/recipients`, { emailTo: [{ email: 'li@example.cn' }] })
  for (const as of [ann, ben, owner]) {
    const { events } = (await as.call('GET', `${at}/timeline`)).json
    const did: [string, string | undefined][] = events.map(({ kind, by }: TimelineEvent) => [kind, by?.userId])
    const [bens, admins, owners] = [ben.account.userId, admin.account.userId, owner.userId]
    for (const [kind, userId] of [
      ['sent', bens],
      ['disabled', admins],
      ['enabled', owners],
      ['changed', owners],
      ['recipientAdded', bens],
    ])
      expect(did).toContainEqual([kind, userId])
    expect(events.find(({ kind }: TimelineEvent) => kind === 'disabled')).toMatchObject({
      by: { name: admin.account.email },
      detail: {},
    })
    expect(JSON.stringify(events.map(({ detail }: TimelineEvent) => detail))).not.toContain('userId')
  }
})

test('M2 R24 what counts over a whole team, and what others do in it, is not a member’s to see', async () => {
  const owner = await teamOwner(server)
  const [member, admin] = [await join(server, owner), await join(server, owner, 'admin')]
  const { slug } = (await send(owner)).json
  await fetch(`${server.url}/api/transfers/${slug}`)
  const seen = async (as: Sender) => (await as.call('GET', '/api/activity')).json.activities.length
  await waitFor(async () => (await seen(owner)) > 0)
  expect([await seen(admin), await seen(member)]).toEqual([await seen(owner), 0])
  const days = '?from=2026-01-01&to=2026-01-02'
  expect((await admin.call('GET', `/api/analytics${days}`)).status).toBe(200)
  expect((await member.call('GET', `/api/analytics${days}`)).status).toBe(404)
  const request = (await owner.call('POST', '/api/requests', { title: 'Papers' })).json.request
  const requests = async (as: Sender) => (await as.call('GET', '/requests')).json.requests.length
  expect([await requests(admin), await requests(member)]).toEqual([1, 0])
  expect((await member.call('GET', `/api/requests/${request.slug}`)).status).toBe(404)
  expect((await member.call('POST', '/api/requests', { title: 'Own' })).status).toBe(201)
  expect([await requests(owner), await requests(member)]).toEqual([2, 1])
})

test('K1 M1 where a plan has fewer seats than people nobody is thrown out: who came last does not send until the owner has made room', async () => {
  const owner = await teamOwner(server)
  const ann = await join(server, owner)
  server.moveClock(60)
  const ben = await join(server, owner, 'admin')
  const sent = await sendAs(ben)
  const request = (await ben.call('POST', '/api/requests', { title: 'Papers' })).json.request
  await ben.takeTicket()
  const begun = (await ben.account.browser.create(files)).json
  await ben.account.browser.putAll(begun, files)
  // Two seats: the owner's and one more.
  await owner.setOwner({ role: 'pro' })
  expect(await sendAs(ann)).toMatchObject({ parentAdminID: owner.userId })
  expect((await send(owner)).status).toBe(200)
  const people = async () =>
    (await owner.call('GET', '/api/team')).json.members.map(
      ({ userId, isPaused = false }: { userId: string; isPaused?: boolean }) => [userId, isPaused],
    )
  expect(await people()).toEqual([
    [owner.userId, false],
    [ann.account.userId, false],
    [ben.account.userId, true],
  ])
  const fileIds = [(await ben.call('GET', `/api/transfers/${sent.slug}/files`)).json.files[0].fileId]
  const refused = [
    ben.account.browser.create(files),
    ben.call('POST', '/quicksend2', { slug: begun.slug, sendAs: 'link' }),
    ben.call('POST', `/api/transfers/${sent.slug}/recipients`, { emailTo: [{ email: 'li@example.cn' }] }),
    ben.call('PATCH', `/api/transfers/${sent.slug}`, { expirySeconds: 604_800 }),
    ben.call('POST', `/api/transfers/${sent.slug}/forward`, { fileIds, sendAs: 'link' }),
    ben.call('POST', '/api/requests', { title: 'More papers' }),
    ben.call('POST', `/api/requests/${request.slug}/copy`),
  ]
  for (const reply of await Promise.all(refused)) expect(reply.json.error).toMatchObject({ code: 'seatPaused' })
  // What there is stays: it is seen, changed and deleted, and the own account has nothing to do with it.
  expect(await detail(ben, sent.slug)).toBe(200)
  expect((await ben.call('PATCH', `/api/transfers/${sent.slug}`, { title: 'Voyage' })).status).toBe(200)
  expect((await ben.account.call('POST', '/api/requests', { title: 'Own papers' })).status).toBe(201)
  await owner.call('DELETE', `/api/team/members/${ann.account.userId}`)
  expect((await ben.call('POST', '/quicksend2', { slug: begun.slug, sendAs: 'link' })).status).toBe(200)
})

test('M1 P5 a trial that is over, and what is unpaid, suspended or about to be deleted, holds for the whole team, which is told so in words', async () => {
  const owner = await teamOwner(server)
  const [member, admin] = [await join(server, owner), await join(server, owner, 'admin')]
  const codesOf = async () => {
    const [first, ...others] = await Promise.all(
      [owner, member, admin].map(async (as) => (await as.call('POST', '/api/requests', { title: 'Papers' })).json.error?.code),
    )
    expect(others[1]).toBe(others[0])
    return [first, others[0]]
  }
  for (const status of ['past_due', 'unpaid'] as const) {
    await owner.setOwner({ status })
    expect(await codesOf()).toEqual(['planUnpaid', 'teamUnpaid'])
  }
  await owner.setOwner({ status: 'active', role: 'free' })
  expect(await codesOf()).toEqual([undefined, 'seatPaused'])
  await owner.setOwner({ status: 'revoke', role: 'teamelite' })
  expect(await codesOf()).toEqual(['accountSuspended', 'teamSuspended'])
  const { db } = server.services
  await db.execute(`update users set delete_at = now() + interval '9 years' where id = '${owner.userId}'`)
  expect(await codesOf()).toEqual(['accountLeaving', 'teamLeaving'])
  expect((await member.account.call('POST', '/api/requests', { title: 'Own' })).status).toBe(201)
})

test('M1 O7 an API token acts for the team that a call names, as long as its account belongs to it', async () => {
  const owner = await teamOwner(server)
  const member = await join(server, owner)
  const { secret } = (await member.account.call('POST', '/api/tokens', { name: 'nightly' })).json
  const byToken = (headers: Record<string, string>): Sender => ({
    call: (method, path, body) =>
      member.account.browser.call(method, path, body, { authorization: `Bearer ${secret}`, ...headers }),
  })
  const [inTeam, alone] = [byToken(member.headers), byToken({})]
  const ticket = await inTeam.call('POST', '/stsAuth', { id: member.account.userId, type: 'userUpload' })
  member.account.browser.ticket = ticket.json.SecurityToken
  const { slug } = (await send(member.account, inTeam)).json
  expect(await rowOf(slug)).toMatchObject({ ownerId: owner.ownerId, authorId: member.account.userId })
  expect([await listed(inTeam), await listed(alone)]).toEqual([[slug], []])
  await owner.call('DELETE', `/api/team/members/${member.account.userId}`)
  expect((await inTeam.call('GET', '/getQs')).json.error.code).toBe('notInTeam')
  expect(await listed(alone)).toEqual([])
})

test('R25 R26 whoever names a team that is not theirs is refused; a session that is over is signed out', async () => {
  const [owner, other] = [await teamOwner(server), await teamOwner(server)]
  const member = await join(server, owner)
  const as = (team: string) => member.account.call('GET', '/getQs', undefined, { 'sampan-team': team })
  for (const team of [other.ownerId, other.userId, 'nobody', ''])
    expect((await as(team)).json.error?.code, team).toBe('notInTeam')
  expect((await owner.call('GET', '/api/team', undefined, { 'sampan-team': owner.ownerId })).json.role).toBe('owner')
  // The person's own matters are theirs in every team.
  expect((await member.call('POST', '/updateProfile', { fullName: 'Ann' })).json.user.fullName).toBe('Ann')
  for (const [method, path] of [
    ['GET', '/api/billing'],
    ['GET', '/api/licences'],
  ] as const)
    expect((await member.call(method, path)).json.error.code).toBe('notYours')
  expect((await invite(member.account, [`${other.userId}@example.net`])).json.error.code).toBe('seatsUsedUp')
  await member.account.call('POST', '/api/sessions/endOthers')
  const { db } = server.services
  await db.execute(`delete from sessions where user_id = '${member.account.userId}'`)
  expect((await member.call('GET', '/getQs')).json.error.code).toBe('signedOut')
})
