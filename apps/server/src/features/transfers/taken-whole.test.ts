/** When a link's transfer counts as downloaded in its sender's list: once each of its files was, as it is now. */
import { type SQLWrapper, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { recordOf } from '../../../test/support/dashboard.ts'
import { bringFor, changeFiles, idOf, randomFile, restore, sendLink, viewOf } from '../../../test/support/grown.ts'
import { rowsRead } from '../../../test/support/rows-read.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import type { Db } from '../../db/connect.ts'
import { takenWholeAmong } from './queries-list.ts'

let server: TestServer
let account: Account
beforeAll(async () => {
  server = await startTestServer()
})
// A free account sends ten times a month.
beforeEach(async () => {
  account = await Account.create(server)
})
afterAll(() => server?.close())

const link = (slug: string, path: string, dl: string) => `${server.url}/api/transfers/${slug}/${path}?dl=${dl}`

async function read(slug: string, path: string, selection?: string): Promise<void> {
  const before = (await recordOf(account, slug)).total_downloads
  const { dl } = await viewOf(account, slug)
  const reply = await fetch(link(slug, path, dl) + (selection ? `&selection=${selection}` : ''))
  await reply.arrayBuffer()
  expect(reply.status).toBe(200)
  await waitFor(async () => (await recordOf(account, slug)).total_downloads > before)
}

const acts = {
  zip: (slug: string) => read(slug, 'zip'),
  take: async (slug: string, path: string) => read(slug, `files/${await idOf(account, slug, path)}`),
  choose: async (slug: string, paths: string) => {
    const fileIds = await Promise.all(paths.split('+').map((path) => idOf(account, slug, path)))
    const { dl } = await viewOf(account, slug)
    const reply = await fetch(link(slug, 'selections', dl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fileIds }),
    })
    await read(slug, 'zip', ((await reply.json()) as any).selection)
  },
  remove: async (slug: string, path: string) => {
    const { status } = await changeFiles(account, slug, { remove: [await idOf(account, slug, path)] })
    expect(status).toBe(200)
  },
  restore: async (slug: string, version: string) => {
    expect((await restore(account, slug, Number(version))).status).toBe(200)
  },
  bring: async (slug: string, path: string) => {
    const { status } = await changeFiles(account, slug, { uploadId: await bringFor(account, slug, [randomFile(path)]) })
    expect(status).toBe(200)
  },
}

test.each([
  ['take a, take a, take a', false],
  ['take a, take b, take c', true],
  ['take a, choose b+c', true],
  ['zip, take a, take a, take a, take a, take a', true],
  ['take a, remove a, remove b', false],
  ['take a, remove b, remove c', true],
  ['take a, remove b, remove c, bring a', false],
  ['zip, remove a', true],
  ['zip, bring a', false],
  ['zip, remove a, restore 1', true],
  ['zip, remove a, zip, restore 1', true],
  ['take a, remove a, restore 1, take b, choose a+c', true],
  ['remove a, zip, restore 1', false],
  ['zip, bring d, take d', true],
] as const)('T2 D5 three files, then "%s": everything was downloaded: %s', async (steps, isTakenWhole) => {
  const slug = await sendLink(
    account,
    ['a', 'b', 'c', 'empty/'].map((path) => randomFile(path, path === 'empty/' ? 0 : 100)),
  )
  for (const step of steps.split(', ').filter(Boolean)) {
    const [act, what = ''] = step.split(' ')
    await acts[act as keyof typeof acts](slug, what)
  }
  expect(await recordOf(account, slug)).toMatchObject({ isTakenWhole })
})

/** What a list reads to tell this of one transfer. */
async function rowsOfAsking(transferId: string): Promise<Record<string, number>> {
  const { db } = server.services
  let read = {}
  const execute = async (question: SQLWrapper) => {
    read = await rowsRead(db, question)
    return { rows: [] }
  }
  await takenWholeAmong({ execute } as unknown as Db, [transferId])
  return read
}

test('T2 D5 what is not whole yet was not downloaded whole, though each of its files that has arrived was', async () => {
  const slug = await sendLink(account, [randomFile('a')])
  await acts.take(slug, 'a')
  expect(await recordOf(account, slug)).toMatchObject({ isTakenWhole: true })
  // As it was then: its files are of its upload alone.
  await server.services.db.execute(sql`
    with sending as (update transfers set state = 'uploading' where slug = ${slug} returning id)
    delete from transfer_files where transfer_id in (select id from sending)`)
  expect(await recordOf(account, slug)).toMatchObject({ status: 'uploading', isTakenWhole: false })
})

test.each([
  ['one file over and over', ['a'], sql`held.file_id, null`, true],
  ['one of three files over and over', ['a', 'b', 'c'], sql`held.file_id, null`, false],
  ['all of an earlier version over and over', ['a', 'b', 'c'], sql`null::uuid, null`, false],
  ['thousands of choices', ['a', 'b', 'c'], sql`null::uuid, n || held.file_id::text`, false],
])('T2 what the list tells of a link costs no more after 20,000 downloads of it: %s', async (_of, paths, scope, isTakenWhole) => {
  const slug = await sendLink(
    account,
    paths.map((path) => randomFile(path)),
  )
  const { db } = server.services
  const { rows } = await db.execute<{ id: string }>(
    sql`update transfers set version = version + ${isTakenWhole ? 0 : 1}, download_count = 20000 where slug = ${slug} returning id`,
  )
  const { id } = rows[0]!
  if (!isTakenWhole) await db.execute(sql`update transfer_files set from_version = 2 where transfer_id = ${id} and position = 2`)
  const held = sql`generate_series(1, 20000) n join transfer_files held on held.transfer_id = ${id} and held.position = 1`
  await db.execute(sql`
    insert into selections (id, transfer_id, file_ids) select n || held.file_id::text, ${id}, array[held.file_id] from ${held}`)
  await db.execute(sql`
    insert into download_sessions (transfer_id, visitor, file_id, selection_id, size_bytes, version, lease_until, completed_at)
    select ${id}, 'visit', ${scope}, 1, 1, now(), now() from ${held}`)
  await db.execute(sql`analyze download_sessions, selections, transfer_files, files, transfers, recipients`)
  expect(await recordOf(account, slug)).toMatchObject({ isTakenWhole })
  const read = await rowsOfAsking(id)
  expect(read.download_sessions).toBeLessThanOrEqual(110)
  expect(read.selections ?? 0).toBeLessThanOrEqual(100)
})
