/** Runs the jobs that wait of a few kinds, in this process and now: for an operator's command. */
import { Logger, runOnce } from 'graphile-worker'
import type pg from 'pg'
import { keptError } from './kept-error.ts'
import type { JobHandler } from './queue.ts'

/** Also those that were given up or wait for their next try. Answers with how many ended well. */
export async function runWaiting(pool: pg.Pool, handlers: readonly JobHandler[]): Promise<number> {
  await pool.query(
    'select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where task_identifier = any($1) and locked_at is null), run_at := now(), attempts := 0::smallint)',
    [handlers.map(({ name }) => name)],
  )
  let ended = 0
  const tasks = handlers.map(({ name, run }) => [
    name,
    async (payload: unknown, { job }: { job: { attempts: number; max_attempts: number } }) => {
      await Promise.resolve(run(payload, { attempt: job.attempts, maxAttempts: job.max_attempts })).catch((error) => {
        throw keptError(error)
      })
      ended++
    },
  ])
  await runOnce({ pgPool: pool, taskList: Object.fromEntries(tasks), noHandleSignals: true, logger: new Logger(() => () => {}) })
  return ended
}
