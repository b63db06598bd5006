import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mib, openUpload } from '../../../test/support/open-upload.ts'
import { get, type Sent, sendTo } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { blobs, owners, slugs, transfers, uploads } from '../../db/tables.ts'
import { age, containersOfSlug, plantOrphan, rowsBut, storeOf } from '../test-store.ts'
import type { Finding } from './findings.ts'
import { type FsckOptions, runFsck } from './fsck.ts'

let server: TestServer
let bystander: Sent
const bystanderBytes = randomBytes(70_000)
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'linkMiss=1000/600' })
  bystander = await sendTo(server, [{ path: 'theirs.bin', bytes: bystanderBytes }])
})
afterAll(() => server?.close())

const db = () => server.services.db
const check = (options: Partial<FsckOptions> = {}) => runFsck(server.services, options)
const kinds = ({ findings }: { findings: Finding[] }) => findings.map(({ kind }) => kind)
const size = 300_000
const sendOne = (path = 'a.bin', bytes = randomBytes(size)) => sendTo(server, [{ path, bytes }])
const uploadOf = async (slug: string) => (await db().select().from(uploads).where(eq(uploads.slug, slug)))[0]!
const blobsOf = async (slug: string) =>
  db()
    .select()
    .from(blobs)
    .where(eq(blobs.uploadId, (await uploadOf(slug)).id))

/** Whatever a test breaks and repairs, all others keep every row and every byte. */
async function nothingElseChanges(slugsTouched: string[], filesTouched: string[], act: () => Promise<void>): Promise<void> {
  const rows = await rowsBut(server, slugsTouched)
  const store = storeOf(server)
  await act()
  expect(await rowsBut(server, slugsTouched)).toBe(rows)
  const after = storeOf(server)
  for (const [path, hash] of store) if (!filesTouched.includes(path)) expect(after.get(path), path).toBe(hash)
  expect((await get(bystander.url(`files/${bystander.view.files[0].fileId}`))).bytes.equals(bystanderBytes)).toBe(true)
}

beforeEach(async () => {
  expect(await check({ isDeep: true })).toMatchObject({ isClean: true, findings: [] })
})

test('R56 bytes without a row: old ones are found and removed, young ones are left, also at a second run', async () => {
  const [old, young] = [plantOrphan(server, 25), plantOrphan(server, 23)]
  await nothingElseChanges([], [old], async () => {
    expect(await check()).toMatchObject({
      isClean: false,
      checked: { youngOrphans: 1 },
      findings: [{ kind: 'orphan', isRepaired: false }],
    })
    expect(existsSync(old)).toBe(true)
    expect(await check({ repair: true })).toMatchObject({ findings: [{ kind: 'orphan', bytes: 15, isRepaired: true }] })
    expect([existsSync(old), existsSync(young)]).toEqual([false, true])
    expect((await check({ repair: true })).isClean).toBe(true)
  })
  rmSync(young)
})

test('R56 old bytes of an open upload, used or not, are never taken for orphans', async () => {
  const { put, plan } = await openUpload(server)
  expect((await put(0, mib)).status).toBe(204)
  for (const path of await containersOfSlug(server, plan.slug)) age(path, 100)
  expect((await check({ repair: true })).isClean).toBe(true)
  await put(mib, 2 * mib)
})

test('R56 so many orphans that it looks like the wrong database are left, unless they are meant', async () => {
  const many = Array.from({ length: 30 }, () => plantOrphan(server, 48))
  const { findings } = await check({ repair: true })
  expect(findings.filter(({ isRepaired }) => isRepaired)).toEqual([])
  expect(findings[0]!.note).toContain('--force')
  expect(many.every((path) => existsSync(path))).toBe(true)
  await check({ repair: true, force: true })
  expect(many.some((path) => existsSync(path))).toBe(false)
})

test('R56 bytes whose deletion is on its way are no orphans', async () => {
  const path = plantOrphan(server, 48)
  const blobId = path.split('/').at(-1)!.split('.')[0]
  const payload = JSON.stringify({ blobIds: [blobId] })
  await db().execute(
    sql`select graphile_worker.add_job('uploads:deleteBlobs', ${payload}::json, run_at := now() + interval '1 hour')`,
  )
  expect((await check({ repair: true })).isClean).toBe(true)
  expect(existsSync(path)).toBe(true)
  await db().execute(
    sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where task_identifier = 'uploads:deleteBlobs'), run_at := now())`,
  )
  await waitFor(async () => !existsSync(path))
})

test('INV5 R56 a row without its bytes is named and marked, once', async () => {
  const sent = await sendOne('lost/minutes.pdf')
  const [path] = await containersOfSlug(server, sent.slug)
  const kept = readFileSync(path!)
  await nothingElseChanges([sent.slug], [path!], async () => {
    rmSync(path!)
    const output = { kind: 'missingBytes', slug: sent.slug, files: ['lost/minutes.pdf'] }
    expect(await check()).toMatchObject({ findings: [{ ...output, isRepaired: false }] })
    expect(await check({ repair: true })).toMatchObject({ findings: [{ ...output, isRepaired: true }] })
    expect((await blobsOf(sent.slug))[0]!.lostAt).toBeInstanceOf(Date)
    expect((await get(sent.url(`files/${sent.view.files[0].fileId}`))).status).toBe(404)
    expect(await check({ repair: true })).toMatchObject({ isClean: true, checked: { knownLost: 1 } })
    // Put back by the operator, it opens again.
    writeFileSync(path!, kept)
    expect(await check({ isDeep: true, repair: true })).toMatchObject({
      findings: [{ kind: 'markedThoughWhole', isRepaired: true }],
    })
    expect((await blobsOf(sent.slug))[0]!.lostAt).toBeNull()
    expect((await get(sent.url(`files/${sent.view.files[0].fileId}`))).status).toBe(200)
  })
})

test('INV5 R56 bytes that end too early are found without reading them', async () => {
  const sent = await sendOne()
  const [path] = await containersOfSlug(server, sent.slug)
  const kept = readFileSync(path!)
  truncateSync(path!, kept.length - 1)
  expect(await check()).toMatchObject({ findings: [{ kind: 'missingBytes', slug: sent.slug, files: ['a.bin'] }] })
  writeFileSync(path!, kept)
})

test('R13 one flipped bit: fsck --deep names the file and its transfer, and no other of the same blob', async () => {
  const files = Array.from({ length: 6 }, (_, i) => ({ path: `photos/${i}.raw`, bytes: randomBytes(mib) }))
  const sent = await sendTo(server, files)
  const [path] = await containersOfSlug(server, sent.slug)
  const kept = readFileSync(path!)
  const flipped = Buffer.from(kept)
  flipped[Math.round(2.5 * mib)]! ^= 1
  writeFileSync(path!, flipped)
  expect((await check()).isClean).toBe(true)
  const { findings } = await check({ isDeep: true, repair: true })
  const [blob] = await blobsOf(sent.slug)
  expect(findings).toMatchObject([
    { kind: 'damagedBytes', blobId: blob!.id, slug: sent.slug, files: ['photos/2.raw'], fileCount: 1, isRepaired: false },
  ])
  expect(blob!.lostAt).toBeNull()
  writeFileSync(path!, kept)
})

test('R13 every byte of a single file damaged: marked by a deep repair', async () => {
  const sent = await sendOne('film.mp4')
  const [path] = await containersOfSlug(server, sent.slug)
  const kept = readFileSync(path!)
  writeFileSync(path!, Buffer.alloc(kept.length))
  expect(await check({ isDeep: true, repair: true })).toMatchObject({
    findings: [{ kind: 'damagedBytes', files: ['film.mp4'], isRepaired: true }],
  })
  writeFileSync(path!, kept)
  await check({ isDeep: true, repair: true })
})

test('R13 a dropped, swapped or changed part row no longer fits the manifest', async () => {
  const sent = await sendOne()
  const { id } = (await blobsOf(sent.slug))[0]!
  await db().execute(sql`update attempts set length = length - 1 where blob_id = ${id} and "offset" = 0`)
  expect(await check()).toMatchObject({ findings: [{ kind: 'wrongManifest', slug: sent.slug, files: ['a.bin'] }] })
  await db().execute(sql`update attempts set length = length + 1 where blob_id = ${id} and "offset" = 0`)
})

test('O6 a blob whose master key is missing is told and never marked as lost', async () => {
  const sent = await sendOne()
  const { id, wrappedKey } = (await blobsOf(sent.slug))[0]!
  const foreign = Buffer.from(wrappedKey)
  foreign[4] = 9
  await db().update(blobs).set({ wrappedKey: foreign }).where(eq(blobs.id, id))
  expect(await check({ repair: true })).toMatchObject({ findings: [{ kind: 'wrongKey', isRepaired: false }] })
  expect((await blobsOf(sent.slug))[0]!.lostAt).toBeNull()
  await db().update(blobs).set({ wrappedKey }).where(eq(blobs.id, id))
})

test('U5 lost parts of an open upload: they are put in doubt, and nothing of it is deleted', async () => {
  const { put, plan } = await openUpload(server)
  expect((await put(0, mib)).status).toBe(204)
  const [path] = await containersOfSlug(server, plan.slug)
  truncateSync(path!, 1000)
  expect(await check()).toMatchObject({ findings: [{ kind: 'lostParts', slug: plan.slug, bytes: mib }] })
  expect(await check({ repair: true })).toMatchObject({ findings: [{ kind: 'lostParts', isRepaired: true }] })
  expect((await uploadOf(plan.slug)).state).toBe('open')
  await waitFor(async () => (await check({ isDeep: true })).isClean)
})

test('INV4 R56 wrongly counted room is counted anew, of that owner alone', async () => {
  const sent = await sendOne()
  const { ownerId } = await uploadOf(sent.slug)
  await nothingElseChanges([sent.slug], [], async () => {
    await db().update(owners).set({ usedBytes: 1, reservedBytes: 7 }).where(eq(owners.id, ownerId))
    const output = { kind: 'usage', ownerId, is: { used: 1, reserved: 7 }, shouldBe: { used: size, reserved: 0 } }
    expect(await check()).toMatchObject({ findings: [output] })
    expect(await check({ repair: true })).toMatchObject({ findings: [{ ...output, isRepaired: true }] })
    expect((await check()).isClean).toBe(true)
  })
})

test('INV4 an upload whose size is not that of its files is corrected with the room of its owner', async () => {
  const sent = await sendOne()
  const { id, ownerId } = await uploadOf(sent.slug)
  await db().update(uploads).set({ declaredBytes: 5 }).where(eq(uploads.id, id))
  await db().update(owners).set({ usedBytes: 5 }).where(eq(owners.id, ownerId))
  expect(kinds(await check({ repair: true }))).toEqual(['declaredBytes'])
  expect((await db().select().from(owners).where(eq(owners.id, ownerId)))[0]).toMatchObject({
    usedBytes: size,
    reservedBytes: 0,
  })
})

test('R56 a deletion that stopped half-way is finished: rows, room, then bytes', async () => {
  const sent = await sendOne()
  const { id, ownerId } = await uploadOf(sent.slug)
  const [path] = await containersOfSlug(server, sent.slug)
  await nothingElseChanges([sent.slug], [path!], async () => {
    await db().execute(sql`delete from transfer_files where transfer_id in (select id from transfers where slug = ${sent.slug})`)
    await db().update(transfers).set({ state: 'deleted' }).where(eq(transfers.slug, sent.slug))
    expect(kinds(await check())).toEqual(['halfDeleted'])
    expect(await check({ repair: true })).toMatchObject({
      findings: [{ kind: 'halfDeleted', slug: sent.slug, isRepaired: true }],
    })
    await waitFor(async () => !existsSync(path!))
    expect((await uploadOf(sent.slug)).state).toBe('discarded')
    expect((await db().select().from(owners).where(eq(owners.id, ownerId)))[0]).toMatchObject({ usedBytes: 0 })
    expect(await db().select().from(blobs).where(eq(blobs.uploadId, id))).toEqual([])
  })
})

test('R56 what its sender deleted and can still bring back is no half deletion', async () => {
  const sent = await sendOne()
  await db()
    .update(transfers)
    .set({ state: 'deleted', deletedFrom: 'active', deletedAt: server.services.clock() })
    .where(eq(transfers.slug, sent.slug))
  expect((await check({ repair: true })).isClean).toBe(true)
})

test('lesson 4: uploads without a transfer deny, and are never deleted for it', async () => {
  const [complete, published] = [await sendOne(), await openUpload(server)]
  await db().execute(sql`delete from transfers where slug = ${complete.slug}`)
  await db().update(uploads).set({ publishedAt: server.services.clock() }).where(eq(uploads.slug, published.plan.slug))
  const { findings } = await check({ repair: true })
  expect(findings.map(({ kind, slug, isRepaired }) => ({ kind, slug, isRepaired }))).toEqual(
    expect.arrayContaining([
      { kind: 'completeWithoutTransfer', slug: complete.slug, isRepaired: false },
      { kind: 'publishedWithoutTransfer', slug: published.plan.slug, isRepaired: true },
    ]),
  )
  expect((await uploadOf(complete.slug)).state).toBe('complete')
  expect((await uploadOf(published.plan.slug)).state).toBe('open')
  expect((await containersOfSlug(server, complete.slug)).every((path) => existsSync(path))).toBe(true)
  await db().update(uploads).set({ state: 'open' }).where(eq(uploads.slug, complete.slug))
  await check({ repair: true })
})

test('a slug in use that could be given again is taken', async () => {
  const sent = await sendOne()
  await db().delete(slugs).where(eq(slugs.slug, sent.slug))
  expect(await check({ repair: true })).toMatchObject({ findings: [{ kind: 'slugNotTaken', slug: sent.slug, isRepaired: true }] })
})

test('R51 beside uploads, completions and deletions nothing is found, and a repair harms none of them', async () => {
  let isOver = false
  const sending = (async () => {
    for (let i = 0; i < 4; i++) {
      const sent = await sendOne(`${i}.bin`)
      await db()
        .update(transfers)
        .set({ expiresAt: new Date(0) })
        .where(eq(transfers.slug, sent.slug))
      await db().execute(sql`select graphile_worker.add_job('transfers:purge')`)
    }
  })().finally(() => {
    isOver = true
  })
  while (!isOver) expect(await check({ repair: true, graceSeconds: 0 })).toMatchObject({ findings: [] })
  await sending
})
