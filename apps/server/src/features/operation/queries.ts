import { Problem } from '@sampan/contract/errors'
import { sql } from 'drizzle-orm'
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

/** One question for all of them. A job counts as failed when all its tries are used up, and as waiting when it is due. */
export async function readState(db: Db): Promise<State> {
  const { rows } = await db.execute<Record<keyof State, string | number>>(sql`
    select
      ${openUploadCount} as "openUploads",
      owners.reserved as "reservedBytes", owners.used as "usedBytes",
      jobs.waiting as "waitingJobs", jobs.failed as "failedJobs", jobs.oldest as "oldestJobSeconds"
    from
      ${usageOfAll} as owners,
      (
        select count(*) filter (where is_due) as waiting, count(*) filter (where is_over) as failed,
          coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0) as oldest
        from (
          select run_at, attempts >= max_attempts as is_over,
            attempts < max_attempts and run_at <= now() and locked_at is null as is_due
          from graphile_worker.jobs
        ) as each
      ) as jobs`)
  return Object.fromEntries(Object.entries(rows[0]!).map(([name, value]) => [name, Number(value)])) as State
}
