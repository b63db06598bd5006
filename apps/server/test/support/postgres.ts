/** One embedded Postgres for a whole test run; each test server gets a database of its own, a copy of one that is migrated once. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres/index.ts'
import { migrate } from '../../src/db/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { host: string; user: string; password: string }
    /** A database with the schema of now and nothing in it. */
    template: string
  }
}

const migrations = fileURLToPath(new URL('../../src/db/migrations', import.meta.url))
const template = 'migrated'
/** What is here is gone with the run: nothing waits for the disk, and nothing goes round hundreds of databases to tidy up. Servers that are killed have databases of their own. */
const quick = ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off', 'autovacuum = off']
/** The queue tells its worker of new jobs. Here also of those that a test lets come up now, so that no server asks again and again. */
const nudge = [
  "create function tell_worker() returns trigger language plpgsql as $$ begin perform pg_notify('jobs:insert', ''); return null; end $$",
  `create trigger tell_worker after update of run_at on graphile_worker._private_jobs
   for each row when (new.run_at <= clock_timestamp()) execute function tell_worker()`,
]

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), 'sampan-test-db-'))
  const postgres = await startEmbeddedPostgres({ dir, log: () => {} })
  const { host, user, password } = postgres.connection
  const admin = new pg.Client(postgres.connection)
  await admin.connect()
  for (const setting of quick) await admin.query(`alter system set ${setting}`)
  await admin.query('select pg_reload_conf()')
  // Thousands of connections prove this password, each by as many rounds of a hash as it was kept with.
  await admin.query('set scram_iterations = 1')
  await admin.query(`alter role ${admin.escapeIdentifier(String(user))} password ${admin.escapeLiteral(String(password))}`)
  await admin.query(`create database ${template}`)
  await admin.end()
  await migrate({ ...postgres.connection, database: template }, migrations)
  const migrated = new pg.Client({ ...postgres.connection, database: template })
  await migrated.connect()
  for (const statement of nudge) await migrated.query(statement)
  await migrated.end()
  project.provide('template', template)
  project.provide('postgres', { host: String(host), user: String(user), password: String(password) })
  return async () => {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
