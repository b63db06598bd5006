import { Logger, run } from 'graphile-worker'
import type pg from 'pg'
import type { JobHandler, TimedJob } from './queue.ts'

type Log = { error: (data: object, text: string) => void; debug: (data: object, text: string) => void }

/** Starts the job worker of this process; `stop` lets running jobs end. */
export async function startWorker(options: {
  pool: pg.Pool
  jobs: readonly JobHandler[]
  timed: readonly TimedJob[]
  log: Log
  concurrency?: number
  /** Nobody else works on this queue: what is locked was locked by a process that is dead. */
  isAlone?: boolean
}): Promise<{ stop: () => Promise<void> }> {
  const { pool, jobs, timed, log } = options
  const logger = new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ ...meta, error: undefined, job: undefined }, message)
  })
  if (options.isAlone) await unlockJobs(pool)
  const runner = await run({
    pgPool: pool,
    concurrency: options.concurrency ?? 4,
    noHandleSignals: true,
    logger,
    taskList: Object.fromEntries(
      [...jobs, ...timed].map((job) => [
        job.name,
        (payload, helpers) => job.run(payload, { attempt: helpers.job.attempts, maxAttempts: helpers.job.max_attempts }),
      ]),
    ),
    crontab: timed.map((job) => `${job.cron} ${job.name} ?max=1`).join('\n'),
  })
  // The runner's own promise rejects when the database goes away for good; readiness tells that, the process lives on.
  runner.promise.catch((error) => log.error({ err: error }, 'job worker stopped'))
  return { stop: () => runner.stop().catch(() => {}) }
}

/** Jobs of a killed process would else wait four hours for the queue to believe that it is dead. */
async function unlockJobs(pool: pg.Pool): Promise<void> {
  await pool.query(
    'select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))',
  )
}
