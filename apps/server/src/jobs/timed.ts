/**
 * Timed work: what is due is added to the queue, once over all processes. By intervals and not by times of day, so that a clock
 * that is put forward or back makes neither a storm nor a long silence.
 */
import type { Connection } from '../db/connect.ts'
import { systemNow } from './clock-watch.ts'
import type { TimedJob } from './queue.ts'

type Pool = Connection['pool']

const timeOf = "case when name like 'timed:%' then convert_from(value, 'UTF8')::timestamptz end"

/** Since timed work last came up, by the clock of the database or of this process, whichever is further ahead; 0 before the first time. */
export async function secondsSinceLast(pool: Pool, now = systemNow()): Promise<number> {
  const { rows } = await pool.query(
    `select coalesce(extract(epoch from greatest(now(), $1::timestamptz) - max(${timeOf})), 0)::float8 as seconds from installation`,
    [now.toISOString()],
  )
  return rows[0].seconds
}

/** A new kind of work comes up for the first time after its interval. */
export async function registerTimed(pool: Pool, timed: readonly TimedJob[]): Promise<void> {
  await pool.query(
    `insert into installation (name, value)
     select 'timed:' || job, convert_to(now()::text, 'UTF8') from unnest($1::text[]) as timed(job)
     on conflict do nothing`,
    [timed.map(({ name }) => name)],
  )
}

/** Not while the last one runs, which may take longer than its interval: it would take one place of the queue after another. A last time in the future was written while the clock was ahead, and says nothing. */
export async function addDue(pool: Pool, timed: readonly TimedJob[]): Promise<void> {
  await pool.query(
    `with due as (
       update installation set value = convert_to(now()::text, 'UTF8')
       from unnest($1::text[], $2::int[]) as timed(job, minutes)
       where name = 'timed:' || job and ${timeOf} not between now() - make_interval(mins => minutes) and now()
         and not exists (select from graphile_worker.jobs where key = name and locked_at is not null)
       returning job
     )
     select graphile_worker.add_job(job, '{}'::json, max_attempts := 1, job_key := 'timed:' || job) from due`,
    [timed.map(({ name }) => name), timed.map(({ everyMinutes }) => everyMinutes)],
  )
}

/** Jobs added or tried while the clock was ahead would wait for that time to come: they keep their waits, from now on. */
export async function bringBackLate(pool: Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.reschedule_jobs(array[id], run_at := run_at - (updated_at - now()))
     from graphile_worker.jobs where locked_at is null and updated_at > now() + interval '1 minute'`,
  )
}
