/** For an operator's command: the database of the running server, or one that is started for the while. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { CLAIM_KEY } from './connect.ts'
import { FolderInUseError, startEmbeddedPostgres } from './index.ts'
import { connectionTo, DATABASE, prepareSite, type Site } from './site.ts'

export type ReachedPostgres = {
  connection: pg.PoolConfig
  /** A server uses it too: few connections are left, and stopping leaves it alone. */
  isShared: boolean
  stop: () => Promise<void>
}

/** Is there a database in this folder, running or not? */
export const hasEmbeddedPostgres = (dir: string): boolean => existsSync(path.join(dir, 'pg/PG_VERSION'))

/** While a command has started it, a server that starts is refused, as beside another server. */
export async function reachEmbeddedPostgres(options: { dir: string; log: (line: string) => void }): Promise<ReachedPostgres> {
  const shared = await runningOne(options.dir)
  if (shared) return shared
  try {
    const { connection, stop } = await startEmbeddedPostgres(options)
    return { connection, isShared: false, stop }
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    // A server began at the same moment.
    const begun = await runningOne(options.dir)
    if (!begun) throw error
    return begun
  }
}

async function runningOne(dir: string): Promise<ReachedPostgres | undefined> {
  if (!hasEmbeddedPostgres(dir)) return undefined
  const site = await prepareSite(dir)
  if (!(await isClaimed(site))) return undefined
  return { connection: connectionTo(site, DATABASE), isShared: true, stop: async () => {} }
}

/** False too where nothing answers yet: then the claim of the database that is started decides. */
async function isClaimed(site: Site): Promise<boolean> {
  const client = new pg.Client({ ...connectionTo(site, 'postgres'), connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rowCount } = await client.query(
      "select from pg_locks where locktype = 'advisory' and granted and objsubid = 1 and (classid::bigint << 32 | objid::bigint) = $1",
      [CLAIM_KEY],
    )
    return rowCount === 1
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
