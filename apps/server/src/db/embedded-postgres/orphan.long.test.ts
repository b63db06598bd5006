import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { runningProcesses } from './processes.ts'
import { ask, newFolder, postmasterPid, startIn } from './test-folder.ts'

// Inside the package, so that the bundle finds the packages it leaves out.
const bundleDir = path.resolve(import.meta.dirname, `../../../.cache/orphan-test-${process.pid}`)
const bundle = path.join(bundleDir, 'server.mjs')

const program = `
import pg from 'pg'
import { startEmbeddedPostgres } from './index.ts'
const database = await startEmbeddedPostgres({ dir: process.argv[2], log: () => {} })
const client = new pg.Client(database.connection)
await client.connect()
await client.query('create table if not exists number (value int)')
for (let value = 1; ; value++) {
  await client.query('insert into number values ($1)', [value])
  process.stdout.write(value + '\\n')
}
`

beforeAll(async () => {
  mkdirSync(bundleDir, { recursive: true })
  const stdin = { contents: program, resolveDir: import.meta.dirname, loader: 'ts' as const }
  await build({ stdin, outfile: bundle, bundle: true, platform: 'node', format: 'esm', packages: 'external', target: 'node20' })
})

afterAll(() => rmSync(bundleDir, { recursive: true, force: true }))

/** A server in a process of its own that inserts numbers and says each one after it is stored. */
function startServer(dir: string): ChildProcess {
  const child = spawn(process.execPath, [bundle, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

/** Kills the server once it has acknowledged this many rows; resolves to the last acknowledged one. */
function killAfter(child: ChildProcess, count: number): Promise<number> {
  let last = 0
  child.stdout!.on('data', (text: Buffer) => {
    last = Number(text.toString().trim().split('\n').at(-1))
    if (last >= count) child.kill('SIGKILL')
  })
  return new Promise((resolve) => child.once('close', () => resolve(last)))
}

test('O1 the database of a killed server is adopted with every acknowledged row', async () => {
  const dir = newFolder()
  const acknowledged = await killAfter(startServer(dir), 200)
  const orphan = postmasterPid(dir)
  const database = await startIn(dir)
  expect(postmasterPid(dir)).toBe(orphan)
  const [row] = await ask(database, 'select max(value) as last, count(*)::int as count from number')
  expect(row!.last).toBeGreaterThanOrEqual(acknowledged)
  expect(row!.count).toBe(row!.last)
  await database.stop()
  expect(existsSync(path.join(dir, 'pg/postmaster.pid'))).toBe(false)
}, 30_000)

test('O1 server and database killed together: the next start brings every acknowledged row', async () => {
  const dir = newFolder()
  const server = startServer(dir)
  server.once('exit', () => process.kill(postmasterPid(dir), 'SIGKILL'))
  const acknowledged = await killAfter(server, 200)
  const database = await startIn(dir)
  const [row] = await ask(database, 'select max(value) as last from number')
  expect(row!.last).toBeGreaterThanOrEqual(acknowledged)
}, 30_000)

test('O1 a server in another process keeps the folder for itself while it lives', async () => {
  const dir = newFolder()
  const server = startServer(dir)
  await new Promise((resolve) => server.stdout!.once('data', resolve))
  server.stdout!.resume()
  await expect(startIn(dir)).rejects.toThrow('DATA_DIR is in use by another running Sampan')
  await killAfter(server, 0)
  await startIn(dir)
}, 40_000)

test('O1 a server killed while it creates the database leaves nothing that stops the next one', async () => {
  const dir = newFolder()
  const server = startServer(dir)
  const creating = () => existsSync(dir) && readdirSync(dir).some((name) => name.startsWith('pg.init-'))
  while (!creating()) await new Promise((resolve) => setImmediate(resolve))
  server.kill('SIGKILL')
  const database = await startIn(dir)
  expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.stop()
  expect(runningProcesses({ folder: path.join(dir, 'pg'), tag: dir })).toEqual([])
}, 40_000)
