import { Logger, run } from 'graphile-worker'
import type pg from 'pg'
import type { Metrics } from '../metrics/metrics.ts'
import type { JobHandler, TimedJob } from './queue.ts'

type Log = { error: (data: object, text: string) => void; debug: (data: object, text: string) => void }

/** Starts the job worker of this process; `stop` lets running jobs end. */
export async function startWorker(options: {
  pool: pg.Pool
  jobs: readonly JobHandler[]
  timed: readonly TimedJob[]
  log: Log
  metrics: Pick<Metrics, 'countBy'>
  concurrency?: number
  /** Nobody else works on this queue: what is locked was locked by a process that is dead. */
  isAlone?: boolean
}): Promise<{ stop: () => Promise<void> }> {
  const { pool, jobs, timed, log, metrics } = options
  const logger = new Logger(() => (level, message, meta) => {
    // Failed runs are told below: the queue's own words repeat what an error says, and with it whose mail it was.
    if (level === 'error' && !('job' in (meta ?? {}))) log.error({ ...meta, error: undefined }, message)
  })
  if (options.isAlone) await unlockJobs(pool)
  const runner = await run({
    pgPool: pool,
    concurrency: options.concurrency ?? 4,
    noHandleSignals: true,
    logger,
    taskList: Object.fromEntries(
      [...jobs, ...timed].map((job) => {
        const run = told(job, log, metrics)
        return [job.name, (payload, { job: row }) => run(payload, { attempt: row.attempts, maxAttempts: row.max_attempts })]
      }),
    ),
    crontab: timed.map((job) => `${job.cron} ${job.name} ?max=1`).join('\n'),
  })
  // The runner's own promise rejects when the database goes away for good; readiness tells that, the process lives on.
  runner.promise.catch((error) => log.error({ err: error }, 'job worker stopped'))
  return { stop: () => runner.stop().catch(() => {}) }
}

/** Never the payload: it names people and seals codes. */
const told =
  ({ name, run }: JobHandler, log: Log, metrics: Pick<Metrics, 'countBy'>): JobHandler['run'] =>
  async (payload, tried) => {
    try {
      await run(payload, tried)
      metrics.countBy('jobsRun', name)
    } catch (error) {
      metrics.countBy('jobsFailed', name)
      log.error({ job: name, ...tried, err: error }, 'job failed')
      throw error
    }
  }

/** Jobs of a killed process would else wait four hours for the queue to believe that it is dead. */
async function unlockJobs(pool: pg.Pool): Promise<void> {
  await pool.query(
    'select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))',
  )
}
