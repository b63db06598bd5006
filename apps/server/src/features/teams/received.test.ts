/** What came to file requests of a team: whose it is, and with whom it is shared. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Supplier } from '../../../test/support/supplier.ts'
import { join, type Member, teamOwner } from '../../../test/support/team.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

type Caller = Pick<Member, 'call'>
const files = [{ path: 'invoice.pdf', bytes: Buffer.from('an invoice') }]
const statusOf = async (reply: Promise<{ status: number }>) => (await reply).status

/** A request that somebody has sent a file to. */
async function answered(as: Caller, title: string, more: object = {}) {
  const { request } = (await as.call('POST', '/api/requests', { title, ...more })).json
  const { status } = await new Supplier(server, request.linkUrl).sendFiles(files, {}, { email: 'supplier@example.com' })
  expect(status).toBe(200)
  const { suppliers } = (await as.call('GET', `/api/requests/${request.slug}`)).json
  const transfer = (await as.call('GET', '/getQs?filter=received')).json.allDocs[0]
  return {
    slug: request.slug as string,
    fileId: suppliers[0].slots[0].files[0].fileId as string,
    received: transfer.slug as string,
  }
}
type Answered = Awaited<ReturnType<typeof answered>>

const receivedBy = async (as: Caller): Promise<string[]> =>
  (await as.call('GET', '/getQs?filter=received')).json.allDocs.map(({ slug }: { slug: string }) => slug)
/** Each of the ways to what has come. */
const looks = (as: Caller, { slug, fileId, received }: Answered) => [
  as.call('GET', `/api/requests/${slug}`),
  as.call('GET', `/api/requests/${slug}/suppliers`),
  as.call('GET', `/api/requests/${slug}/export?format=csv`),
  as.call('POST', `/api/requests/${slug}/downloads`, {}),
  as.call('POST', `/api/requests/${slug}/files/${fileId}/previews`),
  as.call('GET', `/api/transfers/${received}/detail`),
  as.call('POST', `/api/transfers/${received}/files/${fileId}/previews`),
]
const seen = (as: Caller, what: Answered) => Promise.all(looks(as, what).map(statusOf))

test('R4 M2 R24 a member sees what came to own requests alone; the owner and an admin see all of it', async () => {
  const owner = await teamOwner(server)
  const [ann, ben, admin] = [await join(server, owner), await join(server, owner), await join(server, owner, 'admin')]
  const [owners, anns] = [await answered(owner, 'Papers'), await answered(ann, 'Invoices')]
  expect([await receivedBy(ann), await receivedBy(ben)]).toEqual([[anns.received], []])
  for (const as of [owner, admin]) expect(await receivedBy(as)).toEqual([anns.received, owners.received])
  for (const as of [owner, admin, ann]) expect(new Set(await seen(as, anns))).toEqual(new Set([200]))
  for (const [as, what] of [
    [ben, anns],
    [ann, owners],
  ] as const)
    expect(new Set(await seen(as, what))).toEqual(new Set([404]))
  expect((await ann.account.call('GET', '/getQs?filter=received')).json.allDocs).toEqual([])
  // It takes the team's storage, and rings whoever asked.
  expect((await owner.owner()).usedBytes).toBe(2 * files[0]!.bytes.length)
  const rung = async (as: Caller, { userId } = owner) =>
    (await as.call('POST', '/notifications', { userid: userId })).json.notifications.map(({ slug }: { slug: string }) => slug)
  expect(await rung(owner)).toEqual([owners.received])
  expect(await rung(ann, ann.account)).toEqual([anns.received])
  // The own account's bell is another one.
  for (const [as, account] of [
    [ann.account, ann.account],
    [ben, ben.account],
  ] as const)
    expect(await rung(as, account)).toEqual([])
})

test('M2 R4 a file request is shared with people or all, with what has come and what comes; it may be looked at and nothing else, and is taken back', async () => {
  const owner = await teamOwner(server)
  const [ann, ben, admin] = [await join(server, owner), await join(server, owner), await join(server, owner, 'admin')]
  const what = await answered(ann, 'Invoices', { shareWith: [ben.account.userId] })
  const at = `/api/requests/${what.slug}`
  const share = async (as: Caller, shareWith: string[]) => as.call('PATCH', at, { shareWith })
  const listed = async (as: Caller) => (await as.call('GET', '/requests')).json.requests
  expect(new Set(await seen(ben, what))).toEqual(new Set([200]))
  // What is taken along is written down (M3).
  const log = (await owner.call('GET', '/api/team/log')).json.entries
  const did = (act: string) => log.filter((entry: { act: string }) => entry.act === act)
  expect(did('downloaded')).toMatchObject([{ userId: ben.account.userId, about: 'Invoices' }])
  expect(did('exported')).toMatchObject([{ userId: ben.account.userId, about: `request-${what.slug}.csv` }])
  expect(await listed(ben)).toMatchObject([{ slug: what.slug, authorId: ann.account.userId, shareWith: [ben.account.userId] }])
  expect(await receivedBy(ben)).toEqual([what.received])
  // What is shared is found apart from what is one's own; whoever leads sees all, and as shared what is so with them.
  const bens = await answered(ben, 'Own papers')
  const found = async (as: Caller, query: string) => {
    const { requests, ...counts } = (await as.call('GET', `/requests${query}`)).json
    return { ...counts, slugs: requests.map(({ slug }: { slug: string }) => slug) }
  }
  expect(await found(ben, '')).toEqual({ matchCount: 2, sharedCount: 1, slugs: [bens.slug, what.slug] })
  expect(await found(ben, '?filter=shared')).toEqual({ matchCount: 1, sharedCount: 1, slugs: [what.slug] })
  expect(await found(ben, '?filter=shared&search=papers')).toEqual({ matchCount: 0, sharedCount: 1, slugs: [] })
  for (const as of [ann, admin]) expect((await found(as, '?filter=shared')).slugs).toEqual([])
  const changes = [
    share(ben, ['team']),
    ben.call('DELETE', at),
    ben.call('POST', `${at}/decisions`, { fileIds: [what.fileId], decision: 'accepted' }),
    ben.call('POST', `${at}/reminders`, {}),
    ben.call('POST', '/deleteTransfer', { slug: what.received }),
  ]
  expect(new Set(await Promise.all(changes.map(statusOf)))).toEqual(new Set([404]))
  // Whoever copies it asks for themselves.
  const copied = (await ben.call('POST', `${at}/copy`)).json.request
  expect(copied).toMatchObject({ authorId: ben.account.userId, shareWith: [] })
  expect((await share(ann, ['nobody'])).json.error.code).toBe('notYours')
  expect((await share(ann, [(await teamOwner(server)).userId])).json.error.code).toBe('notYours')
  // With everybody, whoever comes later too; by whoever leads as well.
  expect((await share(admin, ['team'])).json.request.shareWith).toEqual(['team'])
  expect(await found(admin, '?filter=shared')).toEqual({ matchCount: 1, sharedCount: 1, slugs: [what.slug] })
  const later = await join(server, owner)
  expect(new Set(await seen(later, what))).toEqual(new Set([200]))
  await share(ann, [])
  for (const as of [ben, later]) expect(new Set(await seen(as, what))).toEqual(new Set([404]))
})

test('T5 M2 M3 whom something is shared with hears of it by the bell, until it is taken back; the timeline and the log have it', async () => {
  const owner = await teamOwner(server)
  const [ann, ben, cara] = [await join(server, owner), await join(server, owner), await join(server, owner)]
  await ann.takeTicket()
  const plan = (await ann.account.browser.create(files)).json
  await ann.account.browser.putAll(plan, files)
  const { slug } = (await ann.call('POST', '/quicksend2', { slug: plan.slug, sendAs: 'link', shareWith: [ben.account.userId] }))
    .json
  const { request } = (await ann.call('POST', '/api/requests', { title: 'Papers', shareWith: ['team'] })).json
  const rung = async (as: Caller, userId: string) =>
    (await as.call('POST', '/notifications', { userid: userId })).json.notifications.map((row: Record<string, string>) => [
      row.kind,
      row.slug,
      row.requestSlug,
      row.receiverEmail,
    ])
  const ofTransfer = ['shared', slug, null, ann.account.email]
  const ofRequest = ['shared', request.slug, request.slug, ann.account.email]
  const bells = async () => [
    await rung(ben, ben.account.userId),
    await rung(cara, cara.account.userId),
    await rung(owner, owner.userId),
    await rung(ann, ann.account.userId),
    await rung(ben.account, ben.account.userId),
  ]
  expect(await bells()).toEqual([[ofRequest, ofTransfer], [ofRequest], [ofRequest], [], []])
  await ann.call('PATCH', `/api/transfers/${slug}`, { shareWith: ['team'] })
  expect(await bells()).toEqual([[ofRequest, ofTransfer], [ofTransfer, ofRequest], [ofTransfer, ofRequest], [], []])
  await ann.call('PATCH', `/api/transfers/${slug}`, { shareWith: [] })
  await ann.call('PATCH', `/api/requests/${request.slug}`, { shareWith: [cara.account.userId] })
  expect(await bells()).toEqual([[], [ofRequest], [], [], []])
  const { events } = (await ann.call('GET', `/api/transfers/${slug}/timeline`)).json
  const told = events.filter(({ kind }: { kind: string }) => kind === 'shared').map(({ detail }: { detail: object }) => detail)
  expect(told).toEqual([{ email: '' }, { isWholeTeam: 1 }, { email: ben.account.email }])
  const acts = (await owner.call('GET', '/api/team/log?act=shared')).json.entries.map(({ about }: { about: string }) => about)
  expect(acts).toEqual(['Papers', 'invoice.pdf', 'invoice.pdf', 'Papers', 'invoice.pdf'])
  // Who has left hears nothing more of the team.
  await cara.call('DELETE', `/api/team/members/${cara.account.userId}`)
  const { rows } = await server.services.db.execute(`select 1 from notifications where user_id = '${cara.account.userId}'`)
  expect(rows).toEqual([])
})
