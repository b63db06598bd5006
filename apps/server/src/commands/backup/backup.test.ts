import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { graceSeconds } from '@sampan/contract/limits'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { mib, openUpload } from '../../../test/support/open-upload.ts'
import { sendTo } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { readConfig } from '../../config/config.ts'
import { connect } from '../../db/connect.ts'
import { transfers, users } from '../../db/tables.ts'
import { openStorage, type Services } from '../../services.ts'
import { runFsck } from '../fsck/fsck.ts'
import { containersOfSlug, filesIn, poolOf } from '../test-store.ts'
import { manifestName, readManifest } from './layout.ts'
import { checkKeys, requireEmpty, restoreBackup, verifyBackup } from './restore.ts'
import { writeBackup } from './write-backup.ts'

let server: TestServer
const base = mkdtempSync(join(tmpdir(), 'sampan-backup-'))
const migrationsFolder = fileURLToPath(new URL('../../db/migrations', import.meta.url))
beforeAll(async () => {
  server = await startTestServer()
  await sendTo(server, [
    { path: '合同/第一.pdf', bytes: randomBytes(9 * mib) },
    { path: 'b.bin', bytes: randomBytes(70_000) },
  ])
})
afterAll(async () => {
  await server?.close()
  rmSync(base, { recursive: true, force: true })
})

let made = 0
const newFolder = () => join(base, String(++made))
const backup = (folder: string, services: Services = server.services, withKeys = false) =>
  writeBackup(services, poolOf(server), { folder, withKeys, version: 'test' })

async function newTarget() {
  const postgres = inject('postgres')
  const database = `r_${process.pid}_${made}_${server.services.clock().getTime()}`
  const admin = new pg.Client({ ...postgres, database: 'sampan' })
  await admin.connect()
  await admin.query(`create database ${database}`)
  await admin.end()
  const dataDir = newFolder()
  const config = readConfig({ DATA_DIR: dataDir, KEYS_DIR: server.services.config.keysDir })
  const options = { ...postgres, database, max: 4 }
  const connection = connect(options, () => {})
  const storage = await openStorage(config)
  return { config, storage, options, migrationsFolder, now: server.services.clock(), ...connection }
}

/** Every row that the backup promises, in an order of its own. */
const dump = async (db: Services['db']) => {
  const rows: Record<string, unknown[]> = {}
  for (const table of [
    'users',
    'owners',
    'uploads',
    'blobs',
    'files',
    'attempts',
    'transfers',
    'transfer_files',
    'recipients',
    'slugs',
    'installation',
  ])
    rows[table] = (await db.execute(sql.raw(`select * from ${table} t order by t::text`))).rows
  return rows
}

test('R54 rows and bytes come back as they were, open uploads and waiting jobs too', async () => {
  const { put } = await openUpload(server)
  expect((await put(0, mib)).status).toBe(204)
  await server.services.db.execute(
    sql`select graphile_worker.add_job('later:job', '{"a":"ü"}', run_at := now() + interval '1 day', job_key := 'k')`,
  )
  const folder = newFolder()
  const manifest = await backup(folder)
  const target = await newTarget()
  await restoreBackup(folder, await readManifest(folder), target)
  expect(await dump(target.db)).toEqual(await dump(server.services.db))
  const { rows } = await target.pool.query(
    `select t.identifier, j.payload, j.key, j.run_at > now() + interval '23 hours' as later from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'later:job'`,
  )
  expect(rows).toEqual([{ identifier: 'later:job', payload: { a: 'ü' }, key: 'k', later: true }])
  const clock = server.services.clock
  expect(await runFsck({ ...target, clock, masterKeys: server.services.masterKeys }, { isDeep: true })).toMatchObject({
    isClean: true,
  })
  expect(manifest.containers.count).toBe(
    (await target.pool.query('select count(distinct container)::int as n from attempts')).rows[0].n,
  )
  // Numbers go on where they were.
  for (const column of ['seq', 'accepted']) {
    const { rows: next } = await target.pool.query(
      `select nextval(pg_get_serial_sequence('attempts', '${column}'))::int > max(${column}) as ok from attempts`,
    )
    expect(next, column).toEqual([{ ok: true }])
  }
  await expect(restoreBackup(folder, manifest, target)).rejects.toThrow('not empty')
  await target.close()
})

test('R54 what is deleted while the backup copies is in it whole, and goes afterwards', async () => {
  const doomed = await sendTo(server, [{ path: 'doomed.bin', bytes: randomBytes(9 * mib) }])
  const paths = await containersOfSlug(server, doomed.slug)
  const { inventory } = server.services.storage
  let isEnded = false
  const slow = {
    ...inventory,
    read: async function* (container: string, bytes: number) {
      if (!isEnded) await endDoomed()
      yield* inventory.read(container, bytes)
    },
  }
  /** In the middle of the copying: the rows go at once, the bytes must not. */
  async function endDoomed() {
    isEnded = true
    await server.services.db
      .update(transfers)
      .set({ expiresAt: new Date(server.services.clock().getTime() - (graceSeconds + 60) * 1000) })
      .where(eq(transfers.slug, doomed.slug))
    await server.services.db.execute(sql`select graphile_worker.add_job('transfers:purge')`)
    await waitFor(
      async () =>
        (
          await server.services.db.execute(
            sql`select 1 from graphile_worker.jobs where task_identifier = 'uploads:deleteBlobs' and run_at > now() + interval '30 seconds'`,
          )
        ).rows.length > 0,
    )
    expect(paths.every((path) => existsSync(path))).toBe(true)
  }
  const folder = newFolder()
  const services = { ...server.services, storage: { ...server.services.storage, inventory: slow } }
  expect((await backup(folder, services)).missing).toEqual([])
  expect(isEnded).toBe(true)
  const target = await newTarget()
  await restoreBackup(folder, await readManifest(folder), target)
  const { clock, masterKeys } = server.services
  expect(await runFsck({ ...target, clock, masterKeys }, { isDeep: true })).toMatchObject({ isClean: true })
  expect((await target.pool.query('select state from transfers where slug = $1', [doomed.slug])).rows).toEqual([
    { state: 'active' },
  ])
  await target.close()
  await server.services.db.execute(
    sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where task_identifier = 'uploads:deleteBlobs'), run_at := now())`,
  )
  await waitFor(async () => !paths.some((path) => existsSync(path)))
})

test('R54 a backup without its last file, damaged in any file, or of a later version is refused', async () => {
  const folder = newFolder()
  const manifest = await backup(folder)
  await verifyBackup(folder, manifest)
  const paths = [...filesIn(folder).keys()].filter((each) => !each.endsWith(manifestName))
  // In turn: one of them is shorter, or has another bit.
  for (const [index, path] of paths.entries()) {
    const kept = readFileSync(path)
    if (kept.length === 0) continue
    const damaged = Buffer.from(index % 2 ? kept.subarray(0, -1) : kept)
    if (index % 2 === 0) damaged[kept.length >> 1]! ^= 1
    writeFileSync(path, damaged)
    await expect(verifyBackup(folder, manifest), path).rejects.toThrow('damaged')
    writeFileSync(path, kept)
  }
  const target = await newTarget()
  const [blob] = [...filesIn(join(folder, 'blobs')).keys()]
  truncateSync(blob!, 10)
  await expect(restoreBackup(folder, manifest, target)).rejects.toThrow('damaged')
  expect((await target.pool.query('select from transfers')).rowCount).toBe(0)
  await target.close()
  rmSync(join(folder, manifestName))
  await expect(readManifest(folder)).rejects.toThrow('no whole backup')
})

/** What a later version brings: one more migration. */
function laterMigrations(): string {
  const folder = newFolder()
  cpSync(migrationsFolder, folder, { recursive: true })
  const journalFile = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'))
  const { idx, when, ...same } = journal.entries.at(-1)
  const later = { ...same, idx: idx + 1, when: when + 1, tag: 'later' }
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: [...journal.entries, later] }))
  const change = 'ALTER TABLE "uploads" ADD COLUMN "later_bytes" bigint; UPDATE "uploads" SET "later_bytes" = "declared_bytes";'
  writeFileSync(join(folder, 'later.sql'), change)
  return folder
}

test('R53 a backup of an earlier version fills an earlier database, which then is brought up to date', async () => {
  const folder = newFolder()
  const manifest = await backup(folder)
  const target = await newTarget()
  await restoreBackup(folder, manifest, { ...target, migrationsFolder: laterMigrations() })
  const { rows } = await target.pool.query('select declared_bytes, later_bytes from uploads')
  expect(rows).not.toHaveLength(0)
  expect(rows.map(({ later_bytes }) => later_bytes)).toEqual(rows.map(({ declared_bytes }) => declared_bytes))
  await target.close()
})

test('R54 O6 no key is in a backup unless it is asked for; others than its own are refused', async () => {
  const [without, withKeys] = [newFolder(), newFolder()]
  const manifest = await backup(without)
  const secrets = readdirSync(server.services.config.keysDir).map((name) =>
    readFileSync(join(server.services.config.keysDir, name), 'utf8').trim(),
  )
  for (const path of filesIn(without).keys())
    for (const secret of secrets) expect(readFileSync(path).includes(secret), path).toBe(false)
  expect((await backup(withKeys, server.services, true)).keys.map(({ path }) => path).sort()).toEqual([
    'keys/app.key',
    'keys/master-1.key',
  ])
  await checkKeys(without, manifest, server.services.config.keysDir)
  const foreign = newFolder()
  mkdirSync(foreign)
  writeFileSync(join(foreign, 'master-1.key'), randomBytes(32).toString('hex'))
  await expect(checkKeys(without, manifest, foreign)).rejects.toThrow(/master-1\.key.*does not fit/)
})

test('R54 nothing is written over what is there: a folder, a second backup at once, a data folder', async () => {
  const folder = newFolder()
  await backup(folder)
  await expect(backup(folder)).rejects.toThrow('is not empty')
  const held = await poolOf(server).connect()
  await held.query('select pg_advisory_lock(7264781003)')
  await expect(backup(newFolder())).rejects.toThrow('Another backup is running')
  held.release(true)
  const dataDir = newFolder()
  mkdirSync(join(dataDir, 'keys'), { recursive: true })
  requireEmpty(readConfig({ DATA_DIR: dataDir }))
  mkdirSync(join(dataDir, 'blobs'))
  expect(() => requireEmpty(readConfig({ DATA_DIR: dataDir }))).toThrow('is not empty (blobs)')
})

test('INV5 bytes that were missing before do not stop a backup, and are named', async () => {
  const sent = await sendTo(server, [{ path: 'gone.bin', bytes: randomBytes(5000) }])
  const [path] = await containersOfSlug(server, sent.slug)
  rmSync(path!)
  expect((await backup(newFolder())).missing).toEqual([path!.split('/').at(-1)])
})

test('A5 R54 whoever was to be deleted has seven days again after a restore', async () => {
  const { db } = server.services
  const [past, later, stays] = [await Account.create(server), await Account.create(server), await Account.create(server)]
  const inDays = (days: number) => new Date(server.services.clock().getTime() + days * 86_400_000)
  const farOff = inDays(8)
  await db
    .update(users)
    .set({ deleteAt: inDays(-1) })
    .where(eq(users.id, past.userId))
  await db.update(users).set({ deleteAt: farOff }).where(eq(users.id, later.userId))
  const folder = newFolder()
  await backup(folder)
  const target = await newTarget()
  const before = server.services.clock().getTime()
  await restoreBackup(folder, await readManifest(folder), target)
  const of = async ({ userId }: Account) =>
    (await target.db.select().from(users).where(eq(users.id, userId)))[0]!.deleteAt?.getTime() ?? null
  expect(await of(past)).toBeGreaterThan(before + 7 * 86_400_000 - 60_000)
  expect([await of(later), await of(stays)]).toEqual([farOff.getTime(), null])
  await target.close()
})
