import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from './index.ts'
import { ask, newFolder, postmasterPid, startIn } from './test-folder.ts'

test('O1 the first start creates a database that can be used at once', async () => {
  const dir = newFolder()
  const database = await startIn(dir)
  const [row] = await ask(database, "select current_database() as name, current_setting('fsync') as fsync")
  expect(row).toEqual({ name: 'sampan', fsync: 'on' })
  expect(database.maxConnections).toBe(92)
  expect(readdirSync(dir).sort()).toEqual(['password', 'pg', 'postgres.log', 'socket'])
})

test('O1 nobody enters the database without the password, and nobody over the network', async () => {
  const dir = newFolder()
  const database = await startIn(dir)
  expect(statSync(path.join(dir, 'password')).mode & 0o777).toBe(0o600)
  await expect(ask({ connection: { ...database.connection, password: 'guess' } }, 'select 1')).rejects.toThrow('password')
  const [row] = await ask(database, 'show listen_addresses')
  expect(row).toEqual({ listen_addresses: '' })
})

test('O1 a second start finds what the first one stored, and stopping leaves no process', async () => {
  const dir = newFolder()
  const first = await startIn(dir)
  await ask(first, 'create table kept as select 42 as answer')
  await first.stop()
  expect(existsSync(path.join(dir, 'pg/postmaster.pid'))).toBe(false)
  const second = await startIn(dir)
  expect(await ask(second, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('O1 leftovers of a start that was killed while creating the database do no harm', async () => {
  const dir = newFolder()
  const leftover = path.join(dir, `pg.init-${process.pid}`, 'pg')
  mkdirSync(leftover, { recursive: true })
  writeFileSync(path.join(leftover, 'PG_VERSION'), '18\n')
  await startIn(dir)
  expect(readdirSync(dir).filter((name) => name.startsWith('pg.'))).toEqual([])
})

test('O1 a database killed under a running server comes back with every stored row', async () => {
  const dir = newFolder()
  const lines: string[] = []
  const database = await startIn(dir, (line) => lines.push(line))
  await ask(database, 'create table kept as select 42 as answer')
  const before = postmasterPid(dir)
  process.kill(before, 'SIGKILL')
  await vi.waitFor(() => expect(lines).toContain('The database is back'), { timeout: 20_000 })
  expect(await ask(database, 'select answer from kept')).toEqual([{ answer: 42 }])
  expect(postmasterPid(dir)).not.toBe(before)
}, 30_000)

test('O1 a second server on the same folder is refused and leaves the database alone', async () => {
  const dir = newFolder()
  const first = await startIn(dir)
  await expect(startEmbeddedPostgres({ dir, log: () => {} })).rejects.toThrow('DATA_DIR is in use by another running Sampan')
  expect(await ask(first, 'select 1 as one')).toEqual([{ one: 1 }])
}, 20_000)

test('O1 a folder whose path is too long for a socket still works', async () => {
  const dir = path.join(newFolder(`sampan-${'long-'.repeat(20)}`), 'db')
  const database = await startIn(dir)
  expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }])
  const socketDir = String(database.connection.host)
  expect(socketDir.length).toBeLessThan(80)
  await database.stop()
  expect(existsSync(socketDir)).toBe(false)
})

test('O1 a database that cannot start says why', async () => {
  const dir = newFolder()
  const first = await startIn(dir)
  await first.stop()
  writeFileSync(path.join(dir, 'pg/PG_VERSION'), '9\n')
  await expect(startEmbeddedPostgres({ dir, log: () => {} })).rejects.toThrow('database files are incompatible')
})

test('O1 a lost password file is named, and no new one is made up', async () => {
  const dir = newFolder()
  const first = await startIn(dir)
  await first.stop()
  const file = path.join(dir, 'password')
  rmSync(file)
  await expect(startEmbeddedPostgres({ dir, log: () => {} })).rejects.toThrow(`${file} is missing`)
  expect(existsSync(file)).toBe(false)
})

test('O1 the log file keeps values of failed statements to itself', async () => {
  const dir = newFolder()
  const database = await startIn(dir)
  await ask(database, 'create table person (mail text unique)')
  await ask(database, "insert into person values ('a@example.com')")
  await expect(ask(database, "insert into person values ('a@example.com')")).rejects.toThrow('duplicate')
  expect(readFileSync(path.join(dir, 'postgres.log'), 'utf8')).not.toContain('a@example.com')
})
