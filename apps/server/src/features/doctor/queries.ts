/** What the doctor asks the database. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'

export type DatabaseState = { version: string; number: number; now: Date; latencyMs: number }

const rounds = 20

/** Its version and clock, and the median of some of the smallest questions. */
export async function databaseState(db: Db): Promise<DatabaseState> {
  const took: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    await db.execute(sql`select 1`)
    took.push(performance.now() - begun)
  }
  const { rows } = await db.execute<{ version: string; number: string; now: string }>(
    sql`select current_setting('server_version') as version, current_setting('server_version_num') as number, clock_timestamp()::text as now`,
  )
  const { version, number, now } = rows[0]!
  return { version, number: Number(number), now: new Date(now), latencyMs: took.sort((a, b) => a - b)[rounds / 2]! }
}

/** Jobs that have failed and are tried no more. */
export async function givenUpJobs(db: Db): Promise<number> {
  const { rows } = await db.execute<{ jobs: string }>(
    sql`select count(*) as jobs from graphile_worker.jobs where attempts >= max_attempts and locked_at is null`,
  )
  return Number(rows[0]!.jobs)
}
