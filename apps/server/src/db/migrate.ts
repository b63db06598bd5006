/** Brings the schema up to date under an advisory lock, so that replicas may start together. */
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { runMigrations as migrateQueue } from 'graphile-worker'
import pg from 'pg'
import { connect } from './connect.ts'

const migrationLock = 7_264_781_001

const standby = 'this Postgres is a standby, to which nothing can be written: name the primary instead, or promote this one.'
const readOnly =
  'this Postgres is read-only for this role (default_transaction_read_only is on): set it to off for the role, the database or the server, or name another.'

/** Throws where the server is older than Postgres 15, or takes no writes: Postgres itself would refuse the first of them in words that name no way out. */
export async function requireUsable(client: pg.ClientBase | pg.Pool): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as version, pg_is_in_recovery() as is_standby,
       current_setting('transaction_read_only') = 'on' as is_read_only`,
  )
  const { version, is_standby, is_read_only } = rows[0]
  if (version < 150_000) throw new Error(`DATABASE_URL: Postgres 15 or later is needed, this is ${Math.floor(version / 10_000)}`)
  if (is_standby) throw new Error(`DATABASE_URL: ${standby}`)
  if (is_read_only) throw new Error(`DATABASE_URL: ${readOnly}`)
}

/** Throws where the database is not usable. */
export async function migrate(options: pg.PoolConfig, folder: string): Promise<void> {
  const client = new pg.Client(options)
  await client.connect()
  try {
    await requireUsable(client)
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
