import { Problem } from '@sampan/contract/errors'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { usageOfAll } from '../owners/index.ts'
import { openUploadCount } from '../uploads/index.ts'

/** Throws where the database does not answer or is read-only. */
export async function checkWritable(db: Db): Promise<void> {
  const { rows } = await db.execute<{ readOnly: string }>(sql`select current_setting('transaction_read_only') as "readOnly"`)
  if (rows[0]?.readOnly !== 'off') throw new Problem('databaseReadOnly', {}, { retryAfterSeconds: 5 })
}

export type State = {
  openUploads: number
  reservedBytes: number
  usedBytes: number
  waitingJobs: number
  failedJobs: number
  oldestJobSeconds: number
}

/** A job counts as failed when all its tries are used up, and as waiting when it is due; as a table of one row. */
const jobsOfAll = sql`(
  select count(*) filter (where is_due) as "waitingJobs", count(*) filter (where is_over) as "failedJobs",
    coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0) as "oldestJobSeconds"
  from (
    select run_at, attempts >= max_attempts as is_over,
      attempts < max_attempts and run_at <= now() and locked_at is null as is_due
    from graphile_worker.jobs
  ) as each
)`
const heldByAll = sql`(select reserved as "reservedBytes", used as "usedBytes" from ${usageOfAll} as owners)`
const openUploads = sql`(select ${openUploadCount} as "openUploads")`

async function readNumbers<K extends keyof State>(db: Db, from: SQL): Promise<Pick<State, K>> {
  const { rows } = await db.execute<Record<K, string | number>>(sql`select * from ${from}`)
  return Object.fromEntries(Object.entries(rows[0]!).map(([name, value]) => [name, Number(value)])) as Pick<State, K>
}

/** One question for all of them. */
export const readState = (db: Db): Promise<State> =>
  readNumbers(db, sql`${openUploads} as uploads, ${heldByAll} as held, ${jobsOfAll} as jobs`)

/** Of the queue alone. */
export const readJobs = (db: Db) => readNumbers<'waitingJobs' | 'failedJobs' | 'oldestJobSeconds'>(db, sql`${jobsOfAll} as jobs`)

/** Of what is stored alone. */
export const readHeld = (db: Db) => readNumbers<'reservedBytes' | 'usedBytes'>(db, sql`${heldByAll} as held`)
