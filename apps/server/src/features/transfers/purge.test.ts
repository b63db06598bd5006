import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { graceSeconds, historySeconds } from '@sampan/contract/limits'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sentBy } from '../../../test/support/dashboard.ts'
import { get, sendTo } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { allJobs } from '../../app.ts'
import type { Connection } from '../../db/connect.ts'
import { transfers, transferTexts } from '../../db/tables.ts'
import { addDue, registerTimed } from '../../jobs/timed.ts'
import { purgeTransfers } from './purge-transfers.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const usage = async (email: string) =>
  (await server.services.db.execute<{ used: number }>(sql`select used_bytes::int as used from owners where key = ${email}`))
    .rows[0]!.used
const containers = () =>
  readdirSync(join(server.services.config.dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length
const purge = () => server.services.db.execute(sql`select graphile_worker.add_job('transfers:purge')`)
const expireAgo = (slug: string, seconds: number) =>
  server.services.db
    .update(transfers)
    .set({ expiresAt: new Date(server.services.clock().getTime() - seconds * 1000) })
    .where(eq(transfers.slug, slug))

test('X1 14 days after expiry bytes, keys and room go; a younger and a living transfer lose nothing', async () => {
  const bytes = randomBytes(5000)
  const [old, young, living] = [
    await sendTo(server, [{ path: 'a', bytes }]),
    await sendTo(server, [{ path: 'b', bytes }]),
    await sendTo(server, [{ path: 'c', bytes }]),
  ]
  expect(containers()).toBe(3)
  await expireAgo(old.slug, graceSeconds + 60)
  await expireAgo(young.slug, graceSeconds - 3600)
  await purge()
  await waitFor(async () => containers() === 2)
  expect([await usage(old.from), await usage(young.from), await usage(living.from)]).toEqual([0, 5000, 5000])
  // Neither are its names kept to be found by.
  const texts = await server.services.db.select({ text: transferTexts.text }).from(transferTexts)
  expect(texts.map(({ text }) => text.split('\n').at(-1)).sort()).toEqual(['b', 'c'])
  expect((await get(`${server.url}/d/${old.slug}/${old.user}`)).status).toBe(410)
  expect((await get(`${server.url}/d/${old.slug}/AbCdEfGhIjKlMnOp`)).status).toBe(404)
  expect((await get(`${server.url}/d/${young.slug}/${young.user}`)).status).toBe(410)
  expect((await get(living.url(`files/${living.view.files[0].fileId}`))).bytes.equals(bytes)).toBe(true)
  await server.services.db
    .update(transfers)
    .set({ expiresAt: new Date(server.services.clock().getTime() + 60_000) })
    .where(eq(transfers.slug, young.slug))
  expect((await get(young.url(`files/${young.view.files[0].fileId}`))).bytes.equals(bytes)).toBe(true)
})

test('X1 R45 T4 the purge forgets the people of what a visitor sent; of what an account sent it keeps what analytics tell of downloads', async () => {
  const files = [{ path: 'a', bytes: randomBytes(500) }]
  const [guest, account] = [await sendTo(server, files), await sentBy(server, files)]
  await get(guest.url(`files/${guest.view.files[0].fileId}`))
  await get(`${server.url}/api/transfers/${account.slug}/files/${account.fileId}?user=${account.user}&dl=${account.dl}`)
  const { db } = server.services
  const left = async (slug: string) => {
    const { rows } = await db.execute(
      sql`select state, file_name as name, (select count(*)::int from recipients where transfer_id = t.id) as people,
        (select count(*)::int from download_sessions where transfer_id = t.id) as sessions,
        (select count(*)::int from download_events where transfer_id = t.id) as downloads,
        (select count(*)::int from transfer_events where transfer_id = t.id) as events from transfers t where slug = ${slug}`,
    )
    return rows[0] as Record<string, unknown>
  }
  for (const { slug } of [guest, account]) {
    await waitFor(async () => (await left(slug)).downloads === 1)
    await expireAgo(slug, graceSeconds + 60)
  }
  await purge()
  for (const { slug } of [guest, account]) await waitFor(async () => (await left(slug)).state === 'deleted')
  expect(await left(guest.slug)).toEqual({ state: 'deleted', name: '', people: 0, sessions: 0, downloads: 0, events: 0 })
  const kept = await left(account.slug)
  expect(kept).toEqual({ state: 'deleted', name: 'a', people: 0, sessions: 0, downloads: 1, events: 0 })
  expect((await account.sender.call('GET', `/api/transfers/${account.slug}/receipt`)).json.error.code).toBe('notYours')
})

test('X1 what is over goes within minutes, because the purge comes up again after one', async () => {
  const { services } = server
  const { $client: pool } = services.db as unknown as { $client: Connection['pool'] }
  const timed = allJobs(services).timed.filter(({ name }) => name === 'transfers:purge')
  const over = await sendTo(server, [{ path: 'over', bytes: randomBytes(500) }])
  await registerTimed(pool, timed)
  await expireAgo(over.slug, graceSeconds + 60)
  await pool.query(
    "update installation set value = convert_to((now() - interval '61 seconds')::text, 'UTF8') where name = 'timed:transfers:purge'",
  )
  await addDue(pool, timed)
  await waitFor(async () => (await usage(over.from)) === 0)
})

/** Ended ones whose history is over: as many rows beside one that was sent. */
async function layEnded(count: number): Promise<void> {
  const { slug } = await sendTo(server, [{ path: 'ended', bytes: randomBytes(10) }])
  const { clock, db } = server.services
  const end = new Date(clock().getTime() - (graceSeconds + historySeconds + 60) * 1000).toISOString()
  await db.execute(sql`
    with number as (select gen_random_uuid()::text as slug, gen_random_uuid() as upload_id from generate_series(1, ${count}::int) n),
    slug as (insert into slugs (slug) select slug from number),
    upload as (
      insert into uploads (id, slug, owner_id, browser_hash, network_key, state, connection, declared_bytes, expires_at)
      select upload_id, number.slug, owner_id, '', '', 'complete', '4g', 0, now() from number, uploads where uploads.slug = ${slug}
    )
    insert into transfers (slug, upload_id, owner_id, state, send_as, sender_email, message, language, file_name, file_count,
      total_bytes, expiry_seconds, sent_at, expires_at)
    select number.slug, number.upload_id, owner_id, 'deleted', 'link', '', '', 'en', 'gone', 1, 0, 60, ${end}::timestamptz, ${end}::timestamptz
    from number, transfers where transfers.slug = ${slug}`)
}

test.each([
  ['goes on while there is more', 0, 0],
  ['ends with the round in which its time is over', 20_000, 5],
])('X1 a run of the purge %s', async (_, stepMs, left) => {
  await layEnded(7)
  const { db, clock } = server.services
  const begin = clock().getTime()
  let steps = 0
  const deps = { ...server.services, clock: () => new Date(begin + stepMs * steps++) }
  await purgeTransfers(deps, 2)
  expect(await db.$count(transfers, eq(transfers.fileName, 'gone'))).toBe(left)
  await purgeTransfers(server.services)
})
