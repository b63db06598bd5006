/**
 * Puts a backup where nothing is. Bytes first, then all rows in one transaction: a restore that is killed leaves an installation
 * without transfers, and never one with half of them.
 */
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { changeOfMindSeconds } from '@sampan/contract/limits'
import type pg from 'pg'
import { checkCanary, loadMasterKeys, WrongMasterKey } from '../../adapters/keys/keys.ts'
import type { Storage } from '../../adapters/storage/storage.ts'
import { addSeconds } from '../../add-seconds.ts'
import type { Config } from '../../config/config.ts'
import { migrate } from '../../db/migrate.ts'
import { compareMigrations, knownMigrations } from '../../db/schema-version.ts'
import { canaryName } from '../../services.ts'
import { CommandError } from '../command.ts'
import {
  type ContainerLine,
  containerFile,
  containerLine,
  type Manifest,
  parseJson,
  readLines,
  readSummed,
  type Summed,
} from './layout.ts'
import { migrateTo } from './migrate-to.ts'
import * as queries from './queries-import.ts'
import { flushFolders } from './write-file.ts'

type Target = {
  config: Config
  storage: Storage
  pool: pg.Pool
  options: Parameters<typeof migrate>[0]
  migrationsFolder: string
  /** When it is restored. */
  now: Date
}

/** Nothing but the folder of the keys may be there. */
export function requireEmpty({ dataDir, keysDir }: Config): void {
  const there = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => join(dataDir, name) !== keysDir) : []
  if (there.length)
    throw new CommandError(`DATA_DIR=${dataDir} is not empty (${there.slice(0, 3).join(', ')}). Nothing is restored over it.`)
}

export function requireKnown({ migrations }: Manifest, migrationsFolder: string): void {
  if (compareMigrations(migrations, knownMigrations(migrationsFolder)) === 'newer')
    throw new CommandError('The backup was made by a later version of Sampan. Restore it with that one.')
}

export const hasMasterKeys = (keysDir: string): boolean =>
  existsSync(keysDir) && readdirSync(keysDir).some((name) => /^master-\d+\.key$/.test(name))

/** Keys that are there are those of the backup, or its canary does not open: better told now than at the start. */
export async function checkKeys(folder: string, { tables }: Manifest, keysDir: string): Promise<void> {
  const file = tables.find(({ name }) => name === 'installation')?.file
  const rows: { name: string; value: string }[] = []
  if (file) for await (const line of readLines(folder, file)) rows.push(JSON.parse(line))
  const canary = rows.find(({ name }) => name === canaryName)
  if (!canary) throw new WrongMasterKey('The backup says nothing of the keys that it needs.')
  checkCanary(await loadMasterKeys(keysDir, { mayCreate: false }), Buffer.from(canary.value.replace(/^\\x/, ''), 'hex'))
}

type Key = { name: string; text: string; there: string | null }

async function readBoth(folder: string, key: Summed, keysDir: string): Promise<Key> {
  const name = basename(key.path)
  const lines: string[] = []
  for await (const line of readLines(folder, key)) lines.push(line)
  const there = await readFile(join(keysDir, name), 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
  return { name, text: lines.join('\n').trim(), there: there?.trim() ?? null }
}

/** Those that are missing, so that a restore that was killed between two of them is simply called again. Never over another one. */
export async function restoreKeys(folder: string, { keys }: Manifest, keysDir: string): Promise<void> {
  await mkdir(keysDir, { recursive: true, mode: 0o700 })
  const all: Key[] = []
  for (const key of keys) all.push(await readBoth(folder, key, keysDir))
  const other = all.find(({ there, text }) => there !== null && there !== text)
  if (other)
    throw new CommandError(
      `${join(keysDir, other.name)} is another key than that of the backup. Nothing is written over it: move it away first.`,
    )
  for (const { name, text } of all.filter(({ there }) => there === null)) {
    const draft = join(keysDir, `${name}.draft`)
    await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true })
    await rename(draft, join(keysDir, name))
  }
  await flushFolders(keysDir, ['.'])
}

/** Every file of the backup, read and compared with what was written. */
export async function verifyBackup(folder: string, manifest: Manifest): Promise<void> {
  for (const file of [...manifest.tables.map(({ file }) => file), manifest.jobs, ...manifest.keys])
    await readThrough(folder, file)
  let count = 0
  for await (const { name, ...sum } of containersIn(folder, manifest)) {
    await readThrough(folder, { path: containerFile(name), ...sum })
    count++
  }
  if (count !== manifest.containers.count) throw new CommandError('The backup is damaged: its list of containers is not whole.')
}

async function readThrough(folder: string, file: Summed): Promise<void> {
  for await (const _ of readSummed(folder, file));
}

async function* containersIn(folder: string, { containers: { list } }: Manifest): AsyncGenerator<ContainerLine> {
  for await (const line of readLines(folder, list)) {
    const read = containerLine.safeParse(parseJson(line))
    if (!read.success) throw new CommandError(`The backup is damaged: ${list.path} is not as it was written.`)
    yield read.data
  }
}

export async function restoreBackup(folder: string, manifest: Manifest, target: Target): Promise<void> {
  const { pool, options, migrationsFolder } = target
  if (
    await queries.hasRows(
      pool,
      manifest.tables.map(({ name }) => name),
    )
  )
    throw new CommandError('The database is not empty. Nothing is restored over it.')
  await migrateTo(options, migrationsFolder, manifest.migrations.at(-1) ?? 0)
  await restoreContainers(folder, manifest, target.storage)
  const isNoted = await restoreRows(folder, manifest, pool, target.now)
  await migrate(options, migrationsFolder)
  if (!isNoted) await queries.noteRestored(pool, folder, manifest.createdAt, target.now)
}

async function restoreContainers(folder: string, manifest: Manifest, { inventory }: Storage): Promise<void> {
  for await (const { name, ...sum } of containersIn(folder, manifest))
    await inventory.put(name, readSummed(folder, { path: containerFile(name), ...sum }))
}

/** Whether the operator's log tells of it already. */
async function restoreRows(folder: string, { tables, jobs, createdAt }: Manifest, pool: pg.Pool, now: Date): Promise<boolean> {
  const client = await pool.connect()
  try {
    await queries.begin(client)
    for (const { name, file, rows } of tables) {
      const inserted = await queries.insertLines(client, name, readLines(folder, file))
      if (inserted !== rows) throw new CommandError(`The backup is damaged: ${file.path} has not all its rows.`)
      await queries.continueSequences(client, name)
    }
    await queries.forgetStores(client)
    await queries.giveTimeToKeep(client, addSeconds(now, changeOfMindSeconds))
    await queries.addJobs(client, readLines(folder, jobs))
    const isNoted = await queries.noteRestored(client, folder, createdAt, now)
    await queries.commit(client)
    return isNoted
  } finally {
    client.release(true)
  }
}
