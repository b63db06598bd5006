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
  as.call('GET', `/api/transfers/${received}/files`),
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
