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
}): Promise<{ stop: () => Promise<void> }> {
  const { pool, jobs, timed, log } = options
  const logger = new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ ...meta, error: undefined, job: undefined }, message)
  })
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
