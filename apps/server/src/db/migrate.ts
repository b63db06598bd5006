/** Brings the schema up to date under an advisory lock, so that replicas may start together. */
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { runMigrations as migrateQueue } from 'graphile-worker'
import pg from 'pg'
import { connect } from './connect.ts'

const migrationLock = 7_264_781_001

/** Throws where the server is older than Postgres 15. */
export async function migrate(options: pg.PoolConfig, folder: string): Promise<void> {
  const client = new pg.Client(options)
  await client.connect()
  try {
    const version = Number((await client.query('show server_version_num')).rows[0].server_version_num)
    if (version < 150_000)
      throw new Error(`DATABASE_URL: Postgres 15 or later is needed, this is ${Math.floor(version / 10_000)}`)
    await client.query('set client_min_messages = warning')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await applyMigrations(drizzle(client), { migrationsFolder: folder })
    const { pool, close } = connect({ ...options, max: 2 }, () => {})
    try {
      await migrateQueue({ pgPool: pool })
    } finally {
      await close()
    }
  } finally {
    await client.end()
  }
}
