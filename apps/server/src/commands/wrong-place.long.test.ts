/** A database or a folder that is not the right one looks like a loss of everything: nothing may be taken for garbage then. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, isNotNull } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openUpload } from '../../test/support/open-upload.ts'
import { get, sendTo } from '../../test/support/reader.ts'
import { startTestServer, type TestServer } from '../../test/support/test-server.ts'
import { type Storage, StoreAway } from '../adapters/storage/storage.ts'
import { blobs, installation, uploads } from '../db/tables.ts'
import { bindStore } from '../features/operation/index.ts'
import { canaryName, lookAtStorage, openStorage, prepare, type Services } from '../services.ts'
import { backup } from './backup/command.ts'
import { manifestName } from './backup/layout.ts'
import { writeBackup } from './backup/write-backup.ts'
import type { Command } from './command.ts'
import { fsck } from './fsck/command.ts'
import { type FsckOptions, runFsck } from './fsck/fsck.ts'
import { gc, runGc } from './gc.ts'
import { rotateKeys } from './rotate-keys/command.ts'
import { readCanary } from './rotate-keys/queries.ts'
import { callCommand, plantOrphan, poolOf, storeOf } from './test-store.ts'

// The server of a test stands for the one that starts: no other serves (test/replicas).
vi.mock('../db/replicas.ts', async (original) => ({ ...(await original<object>()), isAnyServing: async () => false }))

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server?.close())

const bytes = randomBytes(20_000)
const send = () => sendTo(server, [{ path: 'a.bin', bytes }])
const check = (options: Partial<FsckOptions> = {}) => runFsck(server.services, options)
const collect = (force: boolean, services = server.services) => runGc(services, poolOf(server), { graceSeconds: 86_400, force })
const marked = async () => (await server.services.db.select().from(blobs).where(isNotNull(blobs.lostAt))).length

test('R56 few containers, all of nobody: left unless meant; a single one beside others that are known goes', async () => {
  const few = [plantOrphan(server, 48), plantOrphan(server, 48)]
  const young = plantOrphan(server, 1)
  for (const { findings } of [await check({ repair: true }), { findings: (await collect(false)).orphans }]) {
    expect(findings.map(({ kind, isRepaired }) => [kind, isRepaired])).toEqual(few.map(() => ['orphan', false]))
    expect(findings[0]!.note).toContain('--force')
  }
  expect([...few, young].every((path) => existsSync(path))).toBe(true)
  await collect(true)
  expect([...few, young].map((path) => existsSync(path))).toEqual([false, false, true])
  await send()
  const orphan = plantOrphan(server, 48)
  expect((await check({ repair: true })).findings).toMatchObject([{ kind: 'orphan', isRepaired: true }])
  expect(existsSync(orphan)).toBe(false)
})

test('INV5 R56 few blobs, the bytes of all missing: none is marked unless meant, and all come back with the folder', async () => {
  const sent = [await send(), await send()]
  const { put } = await openUpload(server)
  expect((await put(0, 1000)).status).toBe(204)
  // It has no part, so nothing of it is missing.
  await openUpload(server)
  const folder = join(server.services.config.dataDir, 'blobs/blobs')
  const emptied = readdirSync(folder)
  renameSync(folder, `${folder}.away`)
  for (const name of emptied) mkdirSync(join(folder, name), { recursive: true })
  const refused = await check({ repair: true })
  expect(refused.findings.map(({ isRepaired }) => isRepaired)).toEqual([false, false, false])
  expect(refused.findings[0]!.note).toContain('--force')
  expect(await marked()).toBe(0)
  await check({ repair: true, force: true })
  expect(await marked()).toBe(2)
  rmSync(folder, { recursive: true })
  renameSync(`${folder}.away`, folder)
  await check({ repair: true, isDeep: true })
  expect(await marked()).toBe(0)
  for (const { url, view } of sent) expect((await get(url(`files/${view.files[0].fileId}`))).bytes.equals(bytes)).toBe(true)
})

/** As `migrate` leaves a new one. */
const forgetStart = () => server.services.db.delete(installation).where(eq(installation.name, canaryName))
const isStarted = async () => (await readCanary(server.services.db)) !== null

const call = (command: Command, values: Record<string, boolean>, operands: string[] = []) =>
  callCommand(command, server.services.config, poolOf(server).options, { values, operands })

test('R56 O6 a database that no server was started on: every command refuses and makes nothing', async () => {
  await send()
  const orphan = plantOrphan(server, 48)
  const store = storeOf(server)
  expect(await call(fsck, {})).toBe(1)
  await forgetStart()
  for (const each of [
    () => call(gc, { force: true }),
    () => call(fsck, { repair: true, force: true }),
    () => call(rotateKeys, {}),
    () => call(backup, {}, ['copy']),
  ])
    await expect(each()).rejects.toThrow('The database is new: no Sampan was ever started on it')
  expect(await isStarted()).toBe(false)
  expect(storeOf(server)).toEqual(store)
  expect(existsSync(orphan)).toBe(true)
  expect(readdirSync(server.services.config.keysDir).sort()).toEqual(['app.key', 'master-1.key'])
})

test('R56 O6 a new database beside stored files refuses the start, until they are moved away', async () => {
  const { config, db } = server.services
  await prepare(config, db)
  await send()
  await prepare(config, db)
  await forgetStart()
  await expect(prepare(config, db)).rejects.toThrow(
    /The database is new, but .*\/blobs holds stored files.*move that folder away/,
  )
  expect(await isStarted()).toBe(false)
  renameSync(join(config.dataDir, 'blobs'), join(config.dataDir, 'blobs.before'))
  await prepare(config, db)
  expect(await isStarted()).toBe(true)
})

describe('the store and the database, tied by an id', () => {
  const folder = () => join(server.services.config.dataDir, 'blobs')
  const idFile = () => join(folder(), 'installation-id')
  const copy = () => join(server.services.config.dataDir, 'copy')
  /** As a server starts: over what lies there now. */
  const tie = (changed: Partial<Storage> = {}) =>
    lookAtStorage(server.services.config, (storage) => bindStore({ ...server.services, storage: { ...storage, ...changed } }))
  const away = 'The database knows stored files, but DATA_DIR='

  test('O2 the first start writes the id, also beside files of before; later ones find it, and a lost file is written again', async () => {
    await send()
    await tie()
    const id = readFileSync(idFile(), 'utf8')
    expect(id).toMatch(/^[0-9a-f-]{36}\n$/)
    await tie()
    for (const spoil of [() => rmSync(idFile()), () => writeFileSync(idFile(), '')]) {
      spoil()
      await tie()
      expect(readFileSync(idFile(), 'utf8')).toBe(id)
    }
  })

  test('R56 an empty folder in place of the stored files refuses the start, until they are back or marked as lost', async () => {
    await sendTo(server, [
      { path: 'a.bin', bytes },
      { path: 'empty.txt', bytes: Buffer.alloc(0) },
    ])
    await tie()
    renameSync(folder(), `${folder()}.away`)
    await expect(tie()).rejects.toThrow(away)
    expect(existsSync(folder())).toBe(false)
    renameSync(`${folder()}.away`, folder())
    await tie()
    rmSync(folder(), { recursive: true })
    await expect(tie()).rejects.toThrow('sampan fsck --repair --force')
    await check({ repair: true, force: true })
    await tie()
    expect(existsSync(idFile())).toBe(true)
  })

  test.each(['ENOSPC', 'EDQUOT', 'EROFS'])(
    'O2 R52 where %s keeps the id from being written, the next start writes it',
    async (code) => {
      const full = () => Promise.reject(Object.assign(new Error(code), { code }))
      expect(await tie({ writeOwner: full })).toBeNull()
      expect(server.logs.some((line) => line.includes(code) && line.includes('"level":40'))).toBe(true)
      expect(existsSync(idFile())).toBe(false)
      expect(`${await tie()}\n`).toBe(readFileSync(idFile(), 'utf8'))
      await expect(tie({ readOwner: async () => null, writeOwner: () => Promise.reject(new Error('other')) })).rejects.toThrow(
        'other',
      )
    },
  )

  test('R56 files of which the database knows none refuse the start, as none do where only open uploads have parts', async () => {
    const { put } = await openUpload(server)
    await put(0, 1000)
    await tie()
    const takeAway = () => renameSync(folder(), `${folder()}.away`)
    // Twice: after a loss of power all that is known may be in doubt.
    for (const isSuspect of [false, true]) {
      await server.services.db.update(uploads).set({ isSuspect })
      takeAway()
      await expect(tie()).rejects.toThrow(away)
      expect(existsSync(folder())).toBe(false)
      renameSync(`${folder()}.away`, folder())
    }
    await send()
    takeAway()
    await expect(tie()).rejects.toThrow(away)
    plantOrphan(server, 48)
    await expect(tie()).rejects.toThrow(away)
    expect(existsSync(idFile())).toBe(false)
    await check({ repair: true, force: true })
    await tie()
    expect(existsSync(idFile())).toBe(true)
  })

  /** Its mount point, with folders as those of the store. */
  function takeDiskAway() {
    renameSync(folder(), `${folder()}.away`)
    for (const name of readdirSync(`${folder()}.away/blobs`)) mkdirSync(join(folder(), 'blobs', name), { recursive: true })
  }

  type Run = (services: Services) => Promise<unknown>
  test.each<[string, 'find' | 'read' | 'list' | 'readRange', Run]>([
    ['fsck --repair', 'find', (services) => runFsck(services, { repair: true })],
    ['fsck --repair --deep', 'readRange', (services) => runFsck(services, { repair: true, isDeep: true })],
    ['gc', 'list', (services) => collect(false, services)],
    ['backup', 'read', (services) => writeBackup(services, poolOf(server), { folder: copy(), withKeys: false, version: 'test' })],
  ])('R52 R56 a disk that drops out while %s runs ends it: nothing is marked, or told as missing', async (_, call, run) => {
    const { url, view } = await send()
    const storage = await openStorage(server.services.config, { owner: await tie(), mayMake: false })
    const port: Record<string, any> = call === 'readRange' ? storage : storage.inventory
    const whileThere = port[call]
    port[call] = (...given: unknown[]) => {
      if (existsSync(idFile())) takeDiskAway()
      return whileThere(...given)
    }
    await expect(run({ ...server.services, storage })).rejects.toThrow(StoreAway)
    expect(existsSync(join(copy(), manifestName))).toBe(false)
    expect(await marked()).toBe(0)
    rmSync(folder(), { recursive: true })
    renameSync(`${folder()}.away`, folder())
    await storage.close()
    expect((await get(url(`files/${view.files[0].fileId}`))).bytes.equals(bytes)).toBe(true)
  })

  test('R56 the files of another installation refuse the start; an empty folder of one does not', async () => {
    await tie()
    writeFileSync(idFile(), 'another\n')
    await tie()
    await send()
    writeFileSync(idFile(), 'another\n')
    await expect(tie()).rejects.toThrow('are of another installation than the database')
    rmSync(idFile())
    await tie()
  })

  test('R56 an empty disk that has the id of another is refused, until the files are marked as lost: then it is the right one', async () => {
    await send()
    await (await openUpload(server)).put(0, 1000)
    await tie()
    rmSync(folder(), { recursive: true })
    mkdirSync(folder())
    writeFileSync(idFile(), 'another\n')
    for (const refused of [tie(), call(fsck, {})]) await expect(refused).rejects.toThrow(away)
    expect(await call(fsck, { repair: true, force: true })).toBe(1)
    expect(`${await tie()}\n`).toBe(readFileSync(idFile(), 'utf8'))
    expect(await marked()).toBe(1)
  })
})
