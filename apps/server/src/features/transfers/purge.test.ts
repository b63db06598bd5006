import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { graceSeconds } from '@sampan/contract/limits'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transfers } from '../../db/tables.ts'
import { get, sendTo } from '../../testing/reader.ts'
import { startTestServer, type TestServer, waitFor } from '../../testing/test-server.ts'

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
    .set({ expiresAt: new Date(Date.now() - seconds * 1000) })
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
  expect((await get(`${server.url}/d/${old.slug}/${old.user}`)).status).toBe(404)
  expect((await get(`${server.url}/d/${young.slug}/${young.user}`)).status).toBe(410)
  expect((await get(living.url(`files/${living.view.files[0].fileId}`))).bytes.equals(bytes)).toBe(true)
  await server.services.db
    .update(transfers)
    .set({ expiresAt: new Date(Date.now() + 60_000) })
    .where(eq(transfers.slug, young.slug))
  expect((await get(young.url(`files/${young.view.files[0].fileId}`))).bytes.equals(bytes)).toBe(true)
})
