/** Adds jobs in the caller's transaction: nothing is done for what was rolled back, nothing is lost in a crash. */
import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'

/** A job's name with the type of its payload. */
export type JobName<P> = { readonly name: string; readonly payload?: P }
export const jobName = <P>(name: string): JobName<P> => ({ name })

export type JobOptions = {
  /** A job with a key is not added again while one with the same key still waits. */
  key?: string
  /** Not before so many seconds from now, by the database's clock: that is what the queue goes by, and no other clock tells the same. */
  afterSeconds?: number
  /** Tries with growing waits: 12 are about a day. */
  maxAttempts?: number
  /** If a job still waits under the key, it takes the time of this one instead of its own. */
  isMoved?: boolean
  /** Of the jobs of one queue only one runs at a time, over all processes. */
  queue?: string
  /** The job runs after all others that are due. */
  isLast?: boolean
}

export async function addJob<P>(tx: Db, job: JobName<P>, payload: P, options: JobOptions = {}): Promise<void> {
  await tx.execute(
    sql`select graphile_worker.add_job(${job.name}, ${JSON.stringify(payload)}::json, run_at := clock_timestamp() + make_interval(secs => ${options.afterSeconds ?? null}::float8), max_attempts := ${options.maxAttempts ?? 12}, job_key := ${options.key ?? null}, queue_name := ${options.queue ?? null}, priority := ${options.isLast ? 1 : 0}, job_key_mode := ${options.isMoved ? 'replace' : 'preserve_run_at'})`,
  )
}

/** Of which of these keys is a job waiting or under way? One that died in its last try is neither. */
export async function keysWithJob(tx: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ key: string }>(
    sql`select key from graphile_worker.jobs where key = any(${sql.param(keys)}::text[]) and (locked_at is not null or attempts < max_attempts)`,
  )
  return new Set(rows.map(({ key }) => key))
}

export const hasJob = async (tx: Db, key: string): Promise<boolean> => (await keysWithJob(tx, [key])).size > 0

/** Makes the jobs due now that wait under these keys. */
export async function runNow(tx: Db, keys: string[]): Promise<void> {
  const isWaiting = sql`key = any(${sql.param(keys)}::text[]) and locked_at is null and attempts = 0 and run_at > now()`
  await tx.execute(
    sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where ${isWaiting}), run_at := now())`,
  )
}

/** For a job that finds nothing to do: it gives up its key, so that from this transaction on hasJob says no. */
export async function giveUpKey(tx: Db, key: string): Promise<void> {
  await tx.execute(sql`select graphile_worker.remove_job(${key})`)
}

/** Deletes jobs whose last try failed more than `days` ago, except some kinds. */
export async function deleteGivenUp(db: Db, days: number, except: readonly string[]): Promise<void> {
  const isOld = sql`locked_at is null and attempts >= max_attempts and updated_at < now() - make_interval(days => ${days})`
  const isOther = sql`task_identifier <> all(string_to_array(${except.join(',')}, ','))`
  await db.execute(
    sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where ${isOld} and ${isOther}))`,
  )
}

export type JobTry = { attempt: number; maxAttempts: number }
/** A handler does the work of a job; it may run twice without harm. */
export type JobHandler = { name: string; run: (payload: unknown, tried: JobTry) => Promise<void> }
export const handleJob = <P>(job: JobName<P>, run: (payload: P, tried: JobTry) => Promise<void>): JobHandler => ({
  name: job.name,
  run: run as JobHandler['run'],
})
/** Work that comes up again and again, about as often as it says. */
export type TimedJob = JobHandler & { everyMinutes: number }
