/**
 * A backup beside the running server: the rows of one moment, then the bytes that those rows speak of. Containers are only ever
 * appended to, and none is deleted meanwhile, so what the rows need is there as it was.
 */
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { isDamage } from '../../adapters/storage/storage.ts'
import { holdDeletions, stillHoldsDeletions } from '../../db/deletion-lock.ts'
import { appliedMigrations } from '../../db/schema-version.ts'
import type { Services } from '../../services.ts'
import { CommandError } from '../command.ts'
import {
  type ContainerLine,
  containerFile,
  containerListName,
  jobsName,
  keyFile,
  type Manifest,
  manifestName,
  tableFile,
} from './layout.ts'
import * as queries from './queries-export.ts'
import { flushFolders, writeLast, writeSummed } from './write-file.ts'

type Deps = Pick<Services, 'storage' | 'clock' | 'config'>
export type BackupOptions = {
  folder: string
  withKeys: boolean
  version: string
  /** Called once nothing is in the way, before the moment that is kept. */
  onBegin?: () => Promise<void>
}
type Needed = { name: string; bytes: number }

const copyConcurrency = 4

export async function writeBackup(deps: Deps, pool: pg.Pool, options: BackupOptions): Promise<Manifest> {
  const { folder, withKeys, version, onBegin } = options
  await makeEmpty(folder)
  const client = await pool.connect()
  const lost = new AbortController()
  const onLost = () => lost.abort(lockLost())
  client.once('error', onLost).once('end', onLost)
  try {
    if (!(await holdDeletions(client))) throw new CommandError('Another backup is running.')
    await onBegin?.()
    const createdAt = deps.clock().toISOString()
    const { database, needed } = await exportMoment(deps, client, folder)
    const copied = await copyContainers(deps, folder, needed, lost.signal)
    const keys = withKeys ? await copyKeys(deps.config.keysDir, folder) : []
    await requireLock(client)
    const manifest: Manifest = { format: 1, version, createdAt, ...database, ...copied, keys }
    await writeLast(folder, manifestName, `${JSON.stringify(manifest, null, 2)}\n`)
    return manifest
  } finally {
    // Its end is the end of the lock too; given back before, so that the next backup, a moment later, finds none.
    await client.query('rollback; select pg_advisory_unlock_all()').catch(() => {})
    client.release(true)
  }
}

const lockLost = () =>
  new CommandError(
    'The connection to the database was lost, and bytes may have been deleted since: this is no backup. Begin anew.',
  )

/** Without it a container that was copied, or found missing, may be one that was being deleted. */
async function requireLock(client: pg.PoolClient): Promise<void> {
  if (!(await stillHoldsDeletions(client).catch(() => false))) throw lockLost()
}

async function makeEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length) throw new CommandError(`${folder} is not empty. Name a new folder for each backup.`)
}

async function exportMoment({ storage }: Deps, client: pg.PoolClient, folder: string) {
  await queries.beginMoment(client)
  const migrations = await appliedMigrations(client)
  const tables: Manifest['tables'] = []
  for (const name of queries.tablesInOrder()) {
    let rows = 0
    const lines = queries.tableLines(client, name, (more) => {
      rows += more
    })
    const file = await writeSummed(folder, tableFile(name), lines)
    tables.push({ name, rows, file })
  }
  const jobs = await writeSummed(folder, jobsName, queries.jobLines(client))
  const needed: Needed[] = []
  for await (const rows of queries.attemptsByContainer(client)) {
    for (const attempt of rows) {
      const end = storage.endOf(attempt)
      const last = needed.at(-1)
      if (last?.name === attempt.container) last.bytes = Math.max(last.bytes, end)
      else needed.push({ name: attempt.container, bytes: end })
    }
  }
  await queries.endMoment(client)
  return { database: { migrations, tables, jobs }, needed }
}

async function copyContainers({ storage: { inventory } }: Deps, folder: string, needed: Needed[], lost: AbortSignal) {
  const copied: ContainerLine[] = []
  const missing: string[] = []
  const queue = needed[Symbol.iterator]()
  const work = async () => {
    for (const { name, bytes } of queue) {
      lost.throwIfAborted()
      try {
        const { sha256 } = await writeSummed(folder, containerFile(name), inventory.read(name, bytes))
        copied.push({ name, bytes, sha256 })
      } catch (error) {
        if (!isDamage(error)) throw error
        missing.push(name)
      }
    }
  }
  await Promise.all(Array.from({ length: copyConcurrency }, work))
  const list = await writeSummed(folder, containerListName, listLines(copied))
  await flushFolders(folder, [containerListName, jobsName, ...copied.map(({ name }) => containerFile(name))])
  const bytes = copied.reduce((sum, each) => sum + each.bytes, 0)
  return { containers: { count: copied.length, bytes, list }, missing }
}

function* listLines(copied: ContainerLine[]): Generator<Buffer> {
  for (const line of copied) yield Buffer.from(`${JSON.stringify(line)}\n`)
}

async function copyKeys(keysDir: string, folder: string): Promise<Manifest['keys']> {
  const names = (await readdir(keysDir)).filter((name) => /^(?:master-\d+|app)\.key$/.test(name))
  const keys = []
  for (const name of names) keys.push(await writeSummed(folder, keyFile(name), [await readFile(join(keysDir, name))]))
  await flushFolders(folder, names.map(keyFile))
  return keys
}
