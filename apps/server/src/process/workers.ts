/** The processes that serve: forked, started again when they die, and stopped together. */
import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { closeWhatIsNotTaken } from './handed-over.ts'
import { workerEndMs } from './limits.ts'
import { type FromWorker, type Order, sendTo, type ToWorker } from './messages.ts'
import { gatherNumbers } from './numbers.ts'
import { watchSigns } from './signs-of-life.ts'

/** How often one may die before the first of all starts is given up. */
const deathsAtStart = 3
const backOffMs = { first: 100, max: 5_000 }
/** A process that lived this long has not failed to start: its next death begins the count anew. */
const steadyMs = 60_000

type Place = { number: number; worker?: Worker; isReady: boolean; deaths: number; again?: NodeJS.Timeout }

export type Workers = {
  /** Once all of them serve: what the terminal is told. Rejects with the sentence that refuses the start. */
  ready: Promise<readonly string[]>
  stop: () => Promise<void>
}

type WorkerOptions = { count: number; silenceMs: number; orderFor: (number: number) => Order }

export function startWorkers({ count, silenceMs, orderFor }: WorkerOptions, log: Logger): Workers {
  const places = Array.from({ length: count }, (_, i): Place => ({ number: i + 1, isReady: false, deaths: 0 }))
  const team = {
    serving: () => places.filter(({ isReady }) => isReady).map(({ number }) => number),
    sendTo: (number: number, message: ToWorker) => {
      const { worker } = places[number - 1]!
      if (worker) sendTo(worker, message)
    },
    kill: (number: number) => {
      log.error({ worker: number, silenceMs }, 'worker gives no sign of life: it is killed')
      places[number - 1]!.worker?.process.kill('SIGKILL')
    },
  }
  const numbers = gatherNumbers(team)
  const signs = watchSigns(team, silenceMs)
  let areReady = false
  let areStopping = false
  let resolve: (lines: readonly string[]) => void
  let refuse: (why: Error) => void
  const ready = new Promise<readonly string[]>((...ends) => ([resolve, refuse] = ends))

  function start(place: Place): void {
    const bornAt = performance.now()
    const worker = cluster.fork()
    place.worker = worker
    closeWhatIsNotTaken(worker)
    worker.on('message', (message: FromWorker) => heard(place, worker, message))
    worker.on('error', (error) => {
      log.error({ worker: place.number, err: error }, 'a worker cannot be reached')
      if (worker.process.pid === undefined) ended(place, bornAt, {})
    })
    worker.once('exit', (code, signal) => ended(place, bornAt, signal ? { signal } : { code }))
  }

  function heard(place: Place, worker: Worker, message: FromWorker): void {
    signs.sign(place.number)
    if ('hello' in message) sendTo(worker, areStopping ? { stop: true } : { order: orderFor(place.number) })
    numbers.hear(place.number, message)
    if ('failed' in message) failed(place, message.failed)
    if (!('ready' in message)) return
    place.isReady = true
    if (areReady) log.info({ worker: place.number }, 'worker serves again')
    else if (places.every(({ isReady }) => isReady)) {
      areReady = true
      resolve(message.ready.lines)
    }
  }

  function failed(place: Place, why: string): void {
    if (areReady) log.error({ worker: place.number, why }, 'worker cannot start')
    else refuse(new Error(why))
  }

  function ended(place: Place, bornAt: number, how: { code?: number; signal?: string }): void {
    place.worker = undefined
    place.isReady = false
    numbers.ended(place.number)
    signs.sign(place.number)
    if (areStopping) return
    const livedMs = Math.round(performance.now() - bornAt)
    place.deaths = livedMs > steadyMs ? 1 : place.deaths + 1
    if (!areReady && place.deaths >= deathsAtStart) {
      refuse(diesAtStart(how))
      return
    }
    const waitMs = Math.min(backOffMs.first * 2 ** (place.deaths - 1), backOffMs.max)
    log.error({ ...how, worker: place.number, livedMs, waitMs }, 'worker ended; it is started again')
    place.again = setTimeout(() => start(place), waitMs)
  }

  async function stop(): Promise<void> {
    areStopping = true
    signs.stop()
    for (const { again } of places) clearTimeout(again)
    await Promise.all(places.map(({ number, worker }) => worker && end(number, worker, log)))
  }

  for (const place of places) start(place)
  return { ready, stop }
}

const diesAtStart = ({ code, signal }: { code?: number; signal?: string }): Error =>
  new Error(
    `The server's processes end as soon as they start (${signal ?? `exit code ${code}`}). What they wrote above says why.`,
  )

/** A process is asked to end, and killed if it does not end in time. */
async function end(number: number, worker: Worker, log: Logger): Promise<void> {
  if (worker.isDead()) return
  const kill = setTimeout(() => {
    log.error({ worker: number }, 'worker does not end: it is killed')
    worker.process.kill('SIGKILL')
  }, workerEndMs + 1_000)
  await new Promise<void>((resolve) => {
    worker.once('exit', () => resolve())
    sendTo(worker, { stop: true })
  })
  clearTimeout(kill)
}
