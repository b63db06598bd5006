/** Downloads while the database takes no writes, as with a full disk: they go on, and are counted once it does again. */
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ReaderOf, sentBy } from '../../../test/support/dashboard.ts'
import { edit } from '../../../test/support/own-transfer.ts'
import { get } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'linkMiss=1000/600' })
})
afterAll(() => server?.close())
afterEach(() => writesFail(false))

const tables = ['download_sessions', 'download_events', 'transfer_events', 'recipients', 'rate_hits', 'transfers']
/** As Postgres says it when it can make no table longer. */
async function writesFail(doFail: boolean, which = tables): Promise<void> {
  const run = (statement: string) => server.services.db.execute(sql.raw(statement))
  await run(`create or replace function refuse_write() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  for (const table of tables) {
    await run(`drop trigger if exists refuse_write on ${table}`)
    if (doFail && which.includes(table))
      await run(`create trigger refuse_write before insert or update on ${table} execute function refuse_write()`)
  }
}
/** Before a limited link gives anything, what could not be counted is. */
async function goOn(): Promise<void> {
  await writesFail(false)
  const limited = await sentBy(server, files)
  await edit(limited.sender, limited.slug, { downloadLimit: 1 })
  expect((await get(fileOf(limited))).status).toBe(200)
}
const bytes = randomBytes(5000)
const files = [
  { path: 'deck/a.bin', bytes },
  { path: 'deck/b.bin', bytes: randomBytes(300) },
]
const urlOf = ({ slug, user, dl }: ReaderOf, path: string) => `${server.url}/api/transfers/${slug}/${path}?user=${user}&dl=${dl}`
const fileOf = (one: ReaderOf) => urlOf(one, `files/${one.fileId}`)
/** By another visit. */
const ofOther = ({ slug, user }: ReaderOf) => `${server.url}/api/transfers/${slug}/zip?user=${user}`
const eventsOf = async ({ slug }: ReaderOf) =>
  (
    await server.services.db.execute<{ file: string | null; email: string; at: Date }>(
      sql`select file_id as file, recipient_email as email, download_events.at from download_events join transfers on transfers.id = transfer_id where slug = ${slug} order by download_events.at`,
    )
  ).rows
const countOf = async ({ slug }: ReaderOf) =>
  (await server.services.db.execute<{ count: number }>(sql`select download_count as count from transfers where slug = ${slug}`))
    .rows[0]!.count

test('R52 D5 with a database that takes no writes page, file, range and zip are given, and each download is counted once it takes them again', async () => {
  const one = await sentBy(server, files)
  await writesFail(true)
  expect((await get(`${server.url}/api/transfers/${one.slug}?user=${one.user}`)).status).toBe(200)
  expect((await get(fileOf(one), {}, 'HEAD')).status).toBe(200)
  // In two ranges, which are one download.
  const ranges = [await get(fileOf(one), { range: 'bytes=0-2999' }), await get(fileOf(one), { range: 'bytes=3000-' })]
  expect(ranges.map(({ status }) => status)).toEqual([206, 206])
  expect(Buffer.concat(ranges.map(({ bytes }) => bytes)).equals(bytes)).toBe(true)
  expect((await get(urlOf(one, 'zip'))).status).toBe(200)
  expect([await eventsOf(one), await countOf(one)]).toEqual([[], 0])
  const fullUntil = server.services.clock()
  await goOn()
  await waitFor(async () => (await eventsOf(one)).length === 2)
  const events = await eventsOf(one)
  expect(new Map(events.map(({ file, email }) => [file, email]))).toEqual(
    new Map([
      [one.fileId, one.to],
      [null, one.to],
    ]),
  )
  for (const { at } of events) expect(new Date(at).getTime()).toBeLessThanOrEqual(fullUntil.getTime())
  expect(await countOf(one)).toBe(2)
})

test('R52 D5 what left before the disk was full and what left afterwards are one download', async () => {
  const one = await sentBy(server, files)
  await get(fileOf(one), { range: 'bytes=0-2999' })
  await writesFail(true)
  await get(fileOf(one), { range: 'bytes=3000-' })
  await goOn()
  await waitFor(async () => (await eventsOf(one)).length === 1)
  expect(await countOf(one)).toBe(1)
})

test('R52 D6 a limited link waits until its downloads can be counted, and gives no more than it may', async () => {
  const one = await sentBy(server, files)
  await edit(one.sender, one.slug, { downloadLimit: 1 })
  await writesFail(true)
  const refused = await get(fileOf(one))
  expect([refused.status, JSON.parse(refused.bytes.toString()).error.code]).toEqual([503, 'downloadNotCounted'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  await writesFail(false)
  expect((await get(fileOf(one))).status).toBe(200)
  expect((await get(ofOther(one))).status).toBe(403)
})

test('R52 D6 what was given without a limit counts for one that is set before it could be counted', async () => {
  const one = await sentBy(server, files)
  await writesFail(true)
  expect((await get(fileOf(one))).status).toBe(200)
  await writesFail(false)
  await edit(one.sender, one.slug, { downloadLimit: 1 })
  expect((await get(ofOther(one))).status).toBe(403)
  expect(await countOf(one)).toBe(1)
})

test('R15 D6 a limited download that left uncounted keeps its place: nobody else is given it meanwhile', async () => {
  const one = await sentBy(server, files)
  await edit(one.sender, one.slug, { downloadLimit: 1 })
  // It may begin, and then its end cannot be told.
  await writesFail(true, ['download_events'])
  expect((await get(fileOf(one))).status).toBe(200)
  const lasts = async () =>
    (
      await server.services.db.execute(
        sql`select 1 from download_sessions join transfers on transfers.id = transfer_id where slug = ${one.slug} and lease_until > ${server.services.clock().toISOString()}::timestamptz + interval '1 hour'`,
      )
    ).rows.length === 1
  await waitFor(lasts)
  expect((await get(ofOther(one))).status).toBe(503)
  await writesFail(false)
  expect((await get(ofOther(one))).status).toBe(403)
  expect([await countOf(one), await lasts()]).toEqual([1, false])
})
