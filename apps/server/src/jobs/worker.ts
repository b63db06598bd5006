/** The job worker of this process: the queue's runner, begun anew where it gave up, and timed work beside it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { makeClockWatch } from './clock-watch.ts'
import { watchLostWorkers } from './lost-workers.ts'
import { startRunner } from './runner.ts'
import { addDue, bringBackLate, registerTimed, secondsSinceLast } from './timed.ts'
import type { WorkerOptions } from './worker-options.ts'

const roundMs = 15_000
const againMs = 2_000
/** Work is due every few minutes. After so long the service was off, or the clock was put ahead meanwhile: nobody can tell. */
const longSilenceSeconds = 3_600

type Life = { ended: Promise<void>; stop: () => Promise<void> }

/** Starts the worker; `stop` lets running jobs end. */
export async function startWorker(options: WorkerOptions): Promise<{ stop: () => Promise<void> }> {
  const isClockBelieved = await watchClock(options)
  await registerTimed(options.pool, options.timed)
  const stopping = new AbortController()
  let life = await live(options, isClockBelieved)
  const lives = (async () => {
    for (;;) {
      await life.ended.catch((error) => options.log.error({ err: error }, 'job worker ended'))
      if (stopping.signal.aborted) return
      await life.stop()
      const next = await liveAgain(options, isClockBelieved, stopping.signal)
      if (!next) return
      life = next
      // Whoever stopped it meanwhile has stopped the one before.
      if (stopping.signal.aborted) await life.stop()
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await life.stop()
      await lives
    },
  }
}

/** This is read before anything is written, because a new row would look like a sign of life. */
async function watchClock({ pool, log }: WorkerOptions): Promise<() => boolean> {
  const seconds = Math.round(await secondsSinceLast(pool))
  const isLong = seconds > longSilenceSeconds
  if (isLong) log.warn({ seconds }, 'nothing ran for long, or the clock is ahead; cleaning up rests for 65 minutes')
  const report = (step: number) => log.warn({ seconds: step }, 'the clock was set; cleaning up rests while it is ahead')
  return makeClockWatch(report, undefined, isLong ? seconds * 1000 : 0)
}

async function live(options: WorkerOptions, isClockBelieved: () => boolean): Promise<Life> {
  if (options.isAlone) await unlockJobs(options.pool)
  const running = await startRunner(options)
  const rounds = startRounds(options, isClockBelieved, running.id)
  let stopped: Promise<void> | undefined
  const stop = () =>
    running
      .stop()
      .catch(() => {})
      .then(rounds.close)
  return {
    ended: running.ended,
    stop: () => {
      rounds.stop()
      stopped ??= stop()
      return stopped
    },
  }
}

/** Tries to start again until it succeeds, because the database may be away for long. */
async function liveAgain(options: WorkerOptions, isClockBelieved: () => boolean, signal: AbortSignal): Promise<Life | undefined> {
  while (!signal.aborted) {
    await sleep(againMs, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    try {
      return await live(options, isClockBelieved)
    } catch (error) {
      options.log.warn({ err: error }, 'job worker cannot start yet')
    }
  }
}

/** Now and then: what is due by time, and what a dead process has left. */
function startRounds(
  { pool, timed, log, isAlone }: WorkerOptions,
  isClockBelieved: () => boolean,
  id: string,
): { stop: () => void; close: () => void } {
  const lost = isAlone
    ? undefined
    : watchLostWorkers(pool, id, (worker) => log.warn({ queueWorker: worker }, 'a process with jobs is gone: they are run again'))
  let isUnderWay = false
  const goRound = async (): Promise<void> => {
    const mayCleanUp = isClockBelieved()
    if (isUnderWay) return
    isUnderWay = true
    try {
      await lost?.look()
      await bringBackLate(pool)
      if (mayCleanUp) await addDue(pool, timed)
    } catch (error) {
      log.warn({ err: error }, 'timed work has to wait')
    }
    isUnderWay = false
  }
  void goRound()
  const timer = setInterval(goRound, roundMs)
  return { stop: () => clearInterval(timer), close: () => lost?.close() }
}

/** Jobs of a killed process would else wait four hours for the queue to believe that it is dead. */
async function unlockJobs(pool: pg.Pool): Promise<void> {
  await pool.query(
    'select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))',
  )
}
