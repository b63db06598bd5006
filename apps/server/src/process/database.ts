/** The database before anybody uses it: started where it is the embedded one, its schema brought up to date. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { providerOf } from '../adapters/payments/payments.ts'
import type { Config } from '../config/config.ts'
import { type Connection, type ConnectionOptions, connect } from '../db/connect.ts'
import { readMaxConnections, startEmbeddedPostgres } from '../db/embedded-postgres/index.ts'
import { migrate } from '../db/migrate.ts'
import { changeProvider } from '../features/billing/index.ts'
import { bindStore, requireSameSettings } from '../features/operation/index.ts'
import { lookAtStorage, makePayments, openStorage, prepare } from '../services.ts'
import type { Life } from './life.ts'
import { tellUpgrade } from './tell-upgrade.ts'

// The path is relative to the bundle that this file is built into.
const migrationsFolder = join(fileURLToPath(new URL('.', import.meta.url)), 'migrations')

/** A worker needs these: the queue keeps some for itself, and requests wait for the others. */
const fewestConnections = 4

/** How many of the embedded database's connections each process gets. */
export function shareOf(maxConnections: number, { workers, databasePool }: Pick<Config, 'workers' | 'databasePool'>): number {
  const share = Math.floor(maxConnections / workers)
  if (share < fewestConnections)
    throw new Error(
      `WORKERS=${workers} is more than the embedded database has connections for: ${Math.floor(maxConnections / fewestConnections)} at most, or set DATABASE_URL.`,
    )
  return Math.min(databasePool, share)
}

/** Returns the address and the pool size by which one process connects. */
async function openDatabase(config: Config, { log, stops, end }: Life): Promise<ConnectionOptions> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl, max: config.databasePool }
  const postgres = await startEmbeddedPostgres({
    dir: join(config.dataDir, 'db'),
    hasReserve: true,
    log: (text) => log.warn({ postgres: text }, 'embedded database'),
    onLost: (error) => {
      log.fatal({ err: error }, 'the data folder was taken by another server')
      void end(1)
    },
  })
  stops.push(postgres.stop)
  return { ...postgres.connection, max: shareOf(postgres.maxConnections, config) }
}

/** What a process needs to serve: how it connects, and the id of the store that belongs to that database, null where none could be written. */
export type Prepared = { database: ConnectionOptions; storeOwner: string | null }

/** Everything that several processes would race for is done once here, and what refuses a start is found. */
export async function prepareDatabase(config: Config, life: Life): Promise<Prepared> {
  const database = await openDatabase(config, life)
  await tellUpgrade(database, migrationsFolder, (text) => process.stdout.write(`${text}\n`))
  await migrate(database, migrationsFolder)
  const { db, pool, close } = connect({ ...database, max: 1 }, () => {})
  try {
    if (config.databaseUrl) warnOfPools(await readMaxConnections(pool), config, life.log)
    const appKey = await prepare(config, db)
    await requireSameSettings({ db, config, log: life.log }, appKey)
    const storeOwner = await prepareStore(config, db, life.log)
    await changeProvider(db, providerOf(makePayments(config, db, () => new Date())), life.log)
    return { database, storeOwner }
  } finally {
    await close()
  }
}

/** The folders of the store are made only now, when it is known to be the right one. */
async function prepareStore(config: Config, db: Connection['db'], log: Life['log']): Promise<string | null> {
  const owner = await lookAtStorage(config, (storage) => bindStore({ db, config, storage, log }))
  await (await openStorage(config, { owner })).close()
  return owner
}

/** Said at the start, because else it shows only under load, as requests that are refused. */
function warnOfPools(maxConnections: number, { workers, databasePool }: Config, log: Life['log']): void {
  if (workers * databasePool > maxConnections)
    log.warn(
      { workers, databasePool, maxConnections },
      'the processes together may open more connections than the database takes: lower DATABASE_POOL or WORKERS, or raise max_connections',
    )
}
