/** Backups and restores that broke off in their middle. */
import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sendTo } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { readConfig } from '../../config/config.ts'
import { holdDeletions, stillHoldsDeletions } from '../../db/deletion-lock.ts'
import type { Services } from '../../services.ts'
import { CommandError } from '../command.ts'
import { callCommand, poolOf } from '../test-store.ts'
import { readManifest } from './layout.ts'
import { restoreKeys } from './restore.ts'
import { restore } from './restore-command.ts'
import { writeBackup } from './write-backup.ts'

let server: TestServer
const base = mkdtempSync(join(tmpdir(), 'sampan-broken-off-'))
beforeAll(async () => {
  server = await startTestServer()
  await sendTo(server, [{ path: 'a.bin', bytes: randomBytes(70_000) }])
})
afterAll(async () => {
  await server?.close()
  rmSync(base, { recursive: true, force: true })
})

/** Of the lock that a backup holds. */
const holder = `from pg_locks where locktype = 'advisory' and objid = (7264781003 - (1::bigint << 32))::oid
  and database = (select oid from pg_database where datname = current_database())`

let made = 0
const newFolder = () => join(base, String(++made))
const backup = (folder: string, services: Services = server.services, withKeys = false) =>
  writeBackup(services, poolOf(server), { folder, withKeys, version: 'test' })

async function newDatabase() {
  const { options } = poolOf(server)
  const database = `${options.database}_restored`
  await poolOf(server).query(`create database ${database}`)
  // The pool hides it from a copy.
  return { ...options, password: options.password, database }
}

test('R54 a backup that lost its connection, and so the lock on deletions, is none', async () => {
  const { inventory } = server.services.storage
  let isCut = false
  const read = async function* (container: string, bytes: number) {
    if (!isCut) {
      isCut = true
      const { rowCount } = await poolOf(server).query(`select pg_terminate_backend(pid) ${holder}`)
      expect(rowCount).toBe(1)
    }
    yield* inventory.read(container, bytes)
  }
  const folder = newFolder()
  const services = { ...server.services, storage: { ...server.services.storage, inventory: { ...inventory, read } } }
  const error = await backup(folder, services).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(CommandError)
  expect(String(error)).toContain('The connection to the database was lost')
  await expect(readManifest(folder)).rejects.toThrow('no whole backup')
  // What was told to end gives its locks back a moment later.
  await waitFor(async () => (await poolOf(server).query(`select ${holder}`)).rowCount === 0)
})

test('R54 a backup whose connection was replaced by one without the lock is none', async () => {
  const client = await poolOf(server).connect()
  onTestFinished(() => client.release(true))
  expect([await holdDeletions(client), await stillHoldsDeletions(client)]).toEqual([true, true])
  const another = await poolOf(server).connect()
  expect(await stillHoldsDeletions(another)).toBe(false)
  another.release()
  await client.query('select pg_advisory_unlock_all()')
  expect(await stillHoldsDeletions(client)).toBe(false)
})

test('R54 O6 keys of which some are there: the rest is restored, and never one over another', async () => {
  const { keysDir } = server.services.config
  const [folder, there, other] = [newFolder(), newFolder(), newFolder()]
  const manifest = await backup(folder, server.services, true)
  // As a restore left them that was killed between two keys.
  mkdirSync(there)
  cpSync(join(keysDir, 'master-1.key'), join(there, 'master-1.key'))
  writeFileSync(join(there, 'app.key.draft'), 'half')
  const config = readConfig({ DATA_DIR: newFolder(), KEYS_DIR: there })
  expect(await callCommand(restore, config, await newDatabase(), { values: {}, operands: [folder] })).toBe(0)
  const hashes = (of: string) => readdirSync(of).map((name) => [name, readFileSync(join(of, name), 'utf8')])
  expect(hashes(there)).toEqual(hashes(keysDir))
  mkdirSync(other)
  writeFileSync(join(other, 'app.key'), `${randomBytes(32).toString('hex')}\n`)
  const before = hashes(other)
  await expect(restoreKeys(folder, manifest, other)).rejects.toThrow('is another key')
  expect(hashes(other)).toEqual(before)
})
