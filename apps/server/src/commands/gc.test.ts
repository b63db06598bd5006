import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { graceSeconds } from '@sampan/contract/limits'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testClock } from '../../test/support/clock.ts'
import { mib, openUpload } from '../../test/support/open-upload.ts'
import { get, type Sent, sendTo } from '../../test/support/reader.ts'
import { startTestServer, type TestServer, waitFor } from '../../test/support/test-server.ts'
import { holdDeletions } from '../db/deletion-lock.ts'
import { transfers, uploads } from '../db/tables.ts'
import { runFsck } from './fsck/fsck.ts'
import { runGc } from './gc.ts'
import { containersOfSlug, plantOrphan, poolOf, rowsBut, storeOf } from './test-store.ts'

let server: TestServer
let living: Sent
const bytes = randomBytes(50_000)
beforeAll(async () => {
  server = await startTestServer()
  living = await sendTo(server, [{ path: 'living.bin', bytes }])
})
afterAll(() => server?.close())

const gc = () => runGc(server.services, poolOf(server), { graceSeconds: 86_400, force: false })
const ago = (seconds: number) => new Date(testClock().getTime() - seconds * 1000)
const expire = (slug: string) =>
  server.services.db
    .update(transfers)
    .set({ expiresAt: ago(graceSeconds + 60) })
    .where(eq(transfers.slug, slug))
const deletionsWaiting = async () =>
  (await server.services.db.execute(sql`select 1 from graphile_worker.jobs where task_identifier = 'uploads:deleteBlobs'`)).rows
    .length

test('X1 R08 R56 what is over goes now, what is not stays as it is', async () => {
  const over = await sendTo(server, [{ path: 'over.bin', bytes }])
  const [abandoned, running] = [await openUpload(server), await openUpload(server)]
  for (const { put } of [abandoned, running]) expect((await put(0, mib)).status).toBe(204)
  const [old, young] = [plantOrphan(server, 30), plantOrphan(server, 1)]
  const gone = [...(await containersOfSlug(server, over.slug)), ...(await containersOfSlug(server, abandoned.plan.slug)), old]
  await expire(over.slug)
  await server.services.db
    .update(uploads)
    .set({ expiresAt: ago(1) })
    .where(eq(uploads.slug, abandoned.plan.slug))
  const touched = [over.slug, abandoned.plan.slug]
  const [rows, store] = [await rowsBut(server, touched), storeOf(server)]
  const report = await gc()
  expect(report.ended).toEqual({ uploads: 2, transfers: 1 })
  expect(report.orphans).toMatchObject([{ kind: 'orphan', isRepaired: true }])
  await waitFor(async () => (await deletionsWaiting()) === 0)
  expect(gone.filter((path) => existsSync(path))).toEqual([])
  expect(await rowsBut(server, touched)).toBe(rows)
  for (const path of gone) store.delete(path)
  expect(storeOf(server)).toEqual(store)
  expect(existsSync(young)).toBe(true)
  expect((await get(living.url(`files/${living.view.files[0].fileId}`))).bytes.equals(bytes)).toBe(true)
  expect(await runFsck(server.services, { isDeep: true })).toMatchObject({ isClean: true })
  expect((await gc()).ended).toEqual({ uploads: 0, transfers: 0 })
  rmSync(young)
})

test('R56 a deletion that broke off in its middle is finished', async () => {
  const big = Array.from({ length: 3 }, (_, i) => ({ path: `${i}.bin`, bytes: randomBytes(9 * mib) }))
  const over = await sendTo(server, big)
  const paths = await containersOfSlug(server, over.slug)
  expect(paths).toHaveLength(3)
  const { storage } = server.services
  const deleteBlob = storage.deleteBlob.bind(storage)
  let deleted = 0
  const broken = vi.spyOn(storage, 'deleteBlob').mockImplementation(async (blobId) => {
    if (++deleted > 1) throw new Error('killed here')
    await deleteBlob(blobId)
  })
  await expire(over.slug)
  await gc()
  await waitFor(async () => deleted >= 2)
  expect(paths.filter((path) => existsSync(path)).length).toBeGreaterThan(0)
  expect(await runFsck(server.services, { graceSeconds: 0, repair: true })).toMatchObject({ findings: [] })
  broken.mockRestore()
  await waitFor(async () => (await gc()).deletionsWaiting === 0)
  expect(paths.filter((path) => existsSync(path))).toEqual([])
})

test('R54 while a backup holds them, bytes stay; they go afterwards', async () => {
  const over = await sendTo(server, [{ path: 'over.bin', bytes }])
  const [path] = await containersOfSlug(server, over.slug)
  const orphan = plantOrphan(server, 30)
  const backup = await poolOf(server).connect()
  expect(await holdDeletions(backup)).toBe(true)
  await expire(over.slug)
  const held = await gc()
  expect(held).toMatchObject({ ended: { transfers: 1 }, orphans: [{ isRepaired: false }] })
  expect(held.deletionsWaiting).toBeGreaterThan(0)
  expect([existsSync(path!), existsSync(orphan)]).toEqual([true, true])
  // As its death would.
  backup.release(true)
  await waitFor(async () => (await gc()).deletionsWaiting === 0)
  expect([existsSync(path!), existsSync(orphan)]).toEqual([false, false])
})
