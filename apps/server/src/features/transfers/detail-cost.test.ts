/** What the page of one transfer reads: as much for a link of which everybody has heard as for any other. */
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { sentBy } from '../../../test/support/dashboard.ts'
import { detailOf } from '../../../test/support/own-transfer.ts'
import { get } from '../../../test/support/reader.ts'
import { rowsRead } from '../../../test/support/rows-read.ts'
import { startTestServer, waitFor } from '../../../test/support/test-server.ts'
import { placesOf, readsByRecipient } from './queries-detail.ts'

test('T2 T10 the page of one transfer counts what each recipient took and where downloads came from, without reading all of the link’s', async () => {
  const server = await startTestServer({ TRUST_PROXY: '127.0.0.1', GEO_CITY_FILES: '' })
  onTestFinished(() => server.close())
  const { sender, slug, user, fileId, dl } = await sentBy(server, [{ path: 'a.bin', bytes: randomBytes(30) }])
  for (const [index, ip] of ['8.8.8.8', '8.8.8.8', '127.0.0.1'].entries()) {
    await get(`${server.url}/api/transfers/${slug}/files/${fileId}?user=${user}&dl=${dl}`, { 'x-forwarded-for': ip })
    await waitFor(async () => (await detailOf(sender, slug)).transfer.total_downloads === index + 1)
  }
  const { recipients, places } = await detailOf(sender, slug)
  expect(recipients).toMatchObject([{ downloads: 3, startedAt: expect.any(Number) }])
  expect(places.map(({ countryCode, downloads }) => [countryCode, downloads])).toEqual([
    ['US', 2],
    [null, 1],
  ])

  const { db } = server.services
  const { rows } = await db.execute<{ id: string }>(sql`select id from transfers where slug = ${slug}`)
  const transferId = rows[0]!.id
  await db.execute(sql`
    insert into download_sessions (transfer_id, visitor, size_bytes, lease_until, completed_at)
    select ${transferId}, 'visit' || n, 30, now(), now() from generate_series(1, 20000) n`)
  await db.execute(sql`
    insert into download_events (transfer_id, owner_id, session_id, visitor, file_count, size_bytes, ip, program, at)
    select transfer_id, ${sender.ownerId}, id, visitor, 1, 30, '', '', completed_at from download_sessions where recipient_id is null`)
  await db.execute(sql`analyze download_sessions, download_events, download_places, recipients`)
  for (const question of [readsByRecipient(db, transferId), placesOf(db, transferId, 500)])
    for (const [table, count] of Object.entries(await rowsRead(db, question))) expect(count, table).toBeLessThanOrEqual(10)
})
