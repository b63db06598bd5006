/** Chosen files under a short id: what a stranger can make the database keep of them. */
import { selectionLimits } from '@sampan/contract/limits'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { idOf, randomFile, sendLink, viewOf } from '../../../test/support/grown.ts'
import { get, type Sent, sendTo } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { unzip } from '../../../test/support/unzip.ts'

let server: TestServer
let network = 0
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '127.0.0.1', RATE_LIMITS: 'selectionNetwork=5/3600,selectionLink=8/3600' })
})
afterAll(() => server?.close())

const newNetwork = () => `203.0.113.${++network}`
const post = async (path: string, body: unknown, from = newNetwork(), headers: Record<string, string> = {}) => {
  const reply = await fetch(`${server.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: reply.status, text: await reply.text() }
}
const choose = async (path: string, fileIds: string[], from?: string) => {
  const { status, text } = await post(path, { fileIds }, from)
  return { status, ...(JSON.parse(text) as { selection?: string; error?: { code: string } }) }
}
const execute = async (query: ReturnType<typeof sql>): Promise<any[]> => (await server.services.db.execute(query)).rows
const keptOf = async (slug: string): Promise<string[]> =>
  (
    await execute(
      sql`select id from selections where transfer_id = (select id from transfers where slug = ${slug}) order by created_at, id`,
    )
  ).map(({ id }) => id)

/** A link with four files, and what its visitors choose of them. */
async function linkOfFour() {
  const account = await Account.create(server)
  const paths = ['a', 'b', 'c', 'd']
  const slug = await sendLink(
    account,
    paths.map((path) => randomFile(path)),
  )
  const ids = await Promise.all(paths.map((path) => idOf(account, slug, path)))
  const path = `/api/transfers/${slug}/selections`
  const of = (which: string) => [...which].map((name) => ids[paths.indexOf(name)]!)
  return { slug, account, path, of, choose: (which: string, from?: string) => choose(path, of(which), from) }
}

const recipient = async (): Promise<Sent & { path: string; ids: string[] }> => {
  const sent = await sendTo(
    server,
    ['a', 'b', 'c', 'd'].map((path) => randomFile(path)),
  )
  const ids = sent.view.files.map(({ fileId }: { fileId: string }) => fileId)
  return { ...sent, ids, path: `/api/transfers/${sent.slug}/selections?user=${sent.user}` }
}

/** As many rows as are kept of a link, all of long ago. */
type Filling = { rows?: number; files?: number; recipientId?: string }
const fill = (slug: string, { rows = selectionLimits.ofLink.rows, files = 1, recipientId }: Filling = {}) =>
  execute(sql`
    insert into selections (id, transfer_id, recipient_id, file_ids, created_at)
    select 'old' || n || ${slug}, id, ${recipientId ?? null}::uuid, (select array_agg(gen_random_uuid()) from generate_series(1, ${files}::int) where n is not null),
      ${server.services.clock().toISOString()}::timestamptz - interval '10 days' + n * interval '1 second'
    from transfers, generate_series(1, ${rows}::int) n where slug = ${slug}`)

test('D2 H3 R50 the same files chosen anew are the same row, in whatever order, and count against no limit', async () => {
  const { choose, slug } = await linkOfFour()
  const from = newNetwork()
  const ids = new Set<string | undefined>()
  for (let i = 0; i < 12; i++) ids.add((await choose(i % 2 ? 'abc' : 'cab', i % 3 ? from : newNetwork())).selection)
  await Promise.all(Array.from({ length: 8 }, async () => ids.add((await choose('acb')).selection)))
  expect([ids.size, await keptOf(slug)]).toEqual([1, [...ids]])
})

test('R50 what one network, and everybody with one link, chooses is limited; a recipient is not slowed down by strangers', async () => {
  const { choose: chooseOf, path, of, slug } = await linkOfFour()
  const sets = ['a', 'b', 'c', 'd', 'ab', 'ac', 'ad', 'bc', 'bd', 'cd']
  const one = newNetwork()
  const statuses = async (some: string[], from?: string) => {
    const list = []
    for (const which of some) list.push((await chooseOf(which, from)).status)
    return list
  }
  expect(await statuses(sets.slice(0, 6), one)).toEqual([200, 200, 200, 200, 200, 429])
  expect(await statuses(sets.slice(5, 9))).toEqual([200, 200, 200, 429])
  expect(await keptOf(slug)).toHaveLength(8)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const shown = await post(path, `fileIds=${of('bd')[0]}&fileIds=${of('bd')[1]}`, one, form)
  expect([shown.status, shown.text]).toEqual([429, expect.stringContaining('too often')])
  const someone = await recipient()
  expect((await choose(someone.path, [someone.ids[0]!])).status).toBe(200)
})

test.each([
  ['by number', {}, selectionLimits.ofLink.rows],
  ['by size', { rows: 40, files: 10_000 }, 27],
])(
  'R50 of everybody who has a link the newest choices are kept, %s; the one just made among them',
  async (_how, filling, kept) => {
    const { choose, slug } = await linkOfFour()
    await fill(slug, filling)
    const { selection } = await choose('ab')
    const left = await keptOf(slug)
    expect([left.length, left.at(-1)]).toEqual([kept, selection])
    expect(left).not.toContain(`old1${slug}`)
  },
)

test('R50 D2 strangers displace nothing of a recipient, nor what somebody reads just then', async () => {
  const someone = await recipient()
  const mine = (await choose(someone.path, someone.ids.slice(0, 2))).selection!
  await fill(someone.slug)
  const [{ id }] = await execute(sql`select id from transfers where slug = ${someone.slug}`)
  await execute(sql`
    insert into download_sessions (transfer_id, visitor, selection_id, size_bytes, readers, lease_until)
    values (${id}, 'v', ${`old1${someone.slug}`}, 9, 1, ${server.services.clock().toISOString()}::timestamptz + interval '1 minute')`)
  await execute(sql`update transfers set is_link_open = true where id = ${id}`)
  expect((await choose(`/api/transfers/${someone.slug}/selections`, [someone.ids[0]!])).status).toBe(200)
  const left = await keptOf(someone.slug)
  expect([left.length, left.includes(mine), left.includes(`old1${someone.slug}`), left.includes(`old2${someone.slug}`)]).toEqual([
    selectionLimits.ofLink.rows + 1,
    true,
    true,
    false,
  ])
  const zip = await get(someone.url('zip', { user: someone.user, selection: mine }))
  expect([zip.status, Object.keys(unzip(zip.bytes))]).toEqual([200, ['a', 'b']])
})

test('R50 D5 what a recipient has read whole stays, and where that is too much the next choice is refused in words', async () => {
  const someone = await recipient()
  const [{ id, recipient_id }] = await execute(
    sql`select t.id, r.id as recipient_id from transfers t join recipients r on r.transfer_id = t.id where slug = ${someone.slug}`,
  )
  await fill(someone.slug, { rows: selectionLimits.ofRecipient.rows, recipientId: recipient_id })
  expect((await choose(someone.path, [someone.ids[0]!])).status).toBe(200)
  expect(await keptOf(someone.slug)).not.toContain(`old1${someone.slug}`)
  await execute(sql`
    insert into download_sessions (transfer_id, visitor, selection_id, size_bytes, lease_until, completed_at)
    select ${id}, 'v', id, 9, now(), now() from selections where transfer_id = ${id}`)
  const before = await keptOf(someone.slug)
  expect(await choose(someone.path, [someone.ids[1]!])).toMatchObject({ status: 403, error: { code: 'tooManySelections' } })
  expect(await keptOf(someone.slug)).toEqual(before)
  const form = await post(someone.path, `fileIds=${someone.ids[1]}`, newNetwork(), {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect([form.status, form.text]).toEqual([403, expect.stringContaining('too many different choices')])
})

test('R45 R50 what nobody has read in thirty days is no longer kept; what was read whole is', async () => {
  const { choose, account, slug } = await linkOfFour()
  const [read, unread] = [(await choose('ab')).selection!, (await choose('cd')).selection!]
  const { dl } = await viewOf(account, slug)
  expect((await get(`${server.url}/api/transfers/${slug}/zip?dl=${dl}&selection=${read}`)).status).toBe(200)
  // Its reader has the last byte a moment before that is written down.
  await waitFor(
    async () =>
      (await execute(sql`select from download_sessions where selection_id = ${read} and completed_at is not null`)).length > 0,
  )
  server.moveClock(selectionLimits.keptSeconds - 3600)
  await server.runJobs('downloads:delete-old-selections')
  expect((await keptOf(slug)).sort()).toEqual([read, unread].sort())
  server.moveClock(7200)
  await server.runJobs('downloads:delete-old-selections')
  expect(await keptOf(slug)).toEqual([read])
})
