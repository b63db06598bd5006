/** Jobs whose tries are used up: an operator looks at them, has them tried anew, or drops them. */
import { sql } from 'drizzle-orm'
import type { Db, Transaction } from '../db/connect.ts'
import { type KeptProblem, problemIn } from './kept-error.ts'

/** `error`: as it was kept; `problem`: the same where the catalogue has it. */
export type GivenUp = { id: string; kind: string; error: string; problem: KeptProblem | null; tries: number; failedAt: Date }

const isGivenUp = sql`locked_at is null and attempts >= max_attempts`

/** The latest first. */
export async function givenUpJobs(db: Db, max: number): Promise<GivenUp[]> {
  const { rows } = await db.execute<{ id: string; kind: string; error: string | null; tries: number; failed_at: string }>(
    sql`select id::text, task_identifier as kind, last_error as error, attempts as tries, updated_at::text as failed_at from graphile_worker.jobs where ${isGivenUp} order by updated_at desc, id desc limit ${max}`,
  )
  return rows.map(({ failed_at, error, tries, ...row }) => ({
    ...row,
    error: error ?? '',
    problem: problemIn(error ?? ''),
    tries: Number(tries),
    failedAt: new Date(failed_at),
  }))
}

/** Its kind, or null where it is none that was given up; of those who race for one the others wait here. */
async function take(tx: Transaction, id: string): Promise<string | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`given-up:${id}`}, 0))`)
  const { rows } = await tx.execute<{ kind: string }>(
    sql`select task_identifier as kind from graphile_worker.jobs where id = ${id}::bigint and ${isGivenUp}`,
  )
  return rows[0]?.kind ?? null
}

/** Due at once, with all its tries. Answers its kind; null where there is nothing to try anew. */
export async function retryGivenUp(tx: Transaction, id: string): Promise<string | null> {
  const kind = await take(tx, id)
  if (kind) await tx.execute(sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at := now(), attempts := 0)`)
  return kind
}

export async function dropGivenUp(tx: Transaction, id: string): Promise<string | null> {
  const kind = await take(tx, id)
  if (kind) await tx.execute(sql`select graphile_worker.complete_jobs(array[${id}::bigint])`)
  return kind
}
