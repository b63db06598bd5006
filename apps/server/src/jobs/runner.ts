/** One life of the queue's runner: takes jobs and runs them, as long as the database lets it. */
import { EventEmitter } from 'node:events'
import { Logger, run } from 'graphile-worker'
import type { Metrics } from '../metrics/metrics.ts'
import { keptError } from './kept-error.ts'
import type { JobHandler } from './queue.ts'
import type { Log, WorkerOptions } from './worker-options.ts'

/** `id` is the name under which it locks jobs; `ended` rejects when it gives up. */
export type Running = { id: string; ended: Promise<void>; stop: () => Promise<void> }

export async function startRunner({
  pool,
  jobs,
  timed,
  log,
  metrics,
  concurrency = 4,
  lookEveryMs = 2000,
}: WorkerOptions): Promise<Running> {
  const logger = new Logger(() => (level, message, meta) => {
    // Failed runs are told below: the queue's own words repeat what an error says, and with it whose mail it was.
    if (level === 'error' && !('job' in (meta ?? {}))) log.error({ ...meta, error: undefined }, message)
  })
  const events = new EventEmitter()
  let id = ''
  events.once('pool:create', ({ workerPool }) => {
    id = workerPool.id
  })
  const runner = await run({
    pgPool: pool,
    concurrency,
    noHandleSignals: true,
    logger,
    events,
    // What cannot tell the database that a job has ended ends the runner; without this it would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, pollInterval: lookEveryMs } },
    taskList: Object.fromEntries(
      [...jobs, ...timed].map((job) => {
        const run = logged(job, log, metrics)
        return [job.name, (payload, { job: row }) => run(payload, { attempt: row.attempts, maxAttempts: row.max_attempts })]
      }),
    ),
  })
  return { id, ended: runner.promise, stop: () => runner.stop() }
}

/** The payload is never logged: it names people and holds sealed codes. */
const logged =
  ({ name, run }: JobHandler, log: Log, metrics: Pick<Metrics, 'countBy'>): JobHandler['run'] =>
  async (payload, tried) => {
    try {
      await run(payload, tried)
      metrics.countBy('jobsRun', name)
    } catch (error) {
      metrics.countBy('jobsFailed', name)
      log.error({ job: name, ...tried, err: error }, 'job failed')
      throw keptError(error)
    }
  }
