/** Adds jobs in the caller's transaction: nothing is done for what was rolled back, nothing is lost in a crash. */
import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'

/** A job's name with the type of its payload. */
export type JobName<P> = { readonly name: string; readonly payload?: P }
export const jobName = <P>(name: string): JobName<P> => ({ name })

export type JobOptions = {
  /** With a key a job that still waits is not added twice. */
  key?: string
  runAt?: Date
  /** Tries with growing waits: 12 are about a day. */
  maxAttempts?: number
}

export async function addJob<P>(tx: Db, job: JobName<P>, payload: P, options: JobOptions = {}): Promise<void> {
  await tx.execute(
    sql`select graphile_worker.add_job(${job.name}, ${JSON.stringify(payload)}::json, run_at := ${options.runAt?.toISOString() ?? null}::timestamptz, max_attempts := ${options.maxAttempts ?? 12}, job_key := ${options.key ?? null}, job_key_mode := 'preserve_run_at')`,
  )
}

/** Is a job of this key waiting or under way? One that died in its last try is neither. */
export async function hasJob(tx: Db, key: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select 1 from graphile_worker.jobs where key = ${key} and (locked_at is not null or attempts < max_attempts) limit 1`,
  )
  return rows.length > 0
}

/** For a job that finds nothing to do: it gives up its key, so that from this transaction on hasJob says no. */
export async function giveUpKey(tx: Db, key: string): Promise<void> {
  await tx.execute(sql`select graphile_worker.remove_job(${key})`)
}

export type JobTry = { attempt: number; maxAttempts: number }
/** What does a job's work; it may run twice without harm. */
export type JobHandler = { name: string; run: (payload: unknown, tried: JobTry) => Promise<void> }
export const handleJob = <P>(job: JobName<P>, run: (payload: P, tried: JobTry) => Promise<void>): JobHandler => ({
  name: job.name,
  run: run as JobHandler['run'],
})
/** Timed work, in cron's five fields. */
export type TimedJob = JobHandler & { cron: string }
