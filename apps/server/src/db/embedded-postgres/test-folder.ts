/** For tests: folders and servers that are cleaned away whatever happens. */
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './index.ts'

/** In memory where there is space: a database is a thousand files, slow to make and to remove on a disk. */
function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 2e9 ? '/dev/shm' : os.tmpdir()
  } catch {
    return os.tmpdir()
  }
}

/** The folder `db` of a new data folder. */
export function newFolder(name = 'sampan-db-'): string {
  const dataDir = mkdtempSync(path.join(temporaryFolder(), name))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return path.join(dataDir, 'db')
}

export async function startIn(dir: string, log: (line: string) => void = () => {}): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dir, log })
  onTestFinished(() => database.stop())
  return database
}

/** One query on a connection of its own. */
export async function ask(database: Pick<EmbeddedPostgres, 'connection'>, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(database.connection as pg.ClientConfig)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

export function postmasterPid(dir: string): number {
  return Number(readFileSync(path.join(dir, 'pg/postmaster.pid'), 'utf8').split('\n')[0])
}
