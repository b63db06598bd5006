import type pg from 'pg'
import type { Metrics } from '../metrics/metrics.ts'
import type { JobHandler, TimedJob } from './queue.ts'

export type Log = Record<'error' | 'warn' | 'debug', (data: object, text: string) => void>

export type WorkerOptions = {
  pool: pg.Pool
  jobs: readonly JobHandler[]
  timed: readonly TimedJob[]
  log: Log
  metrics: Pick<Metrics, 'countBy'>
  concurrency?: number
  /** How often it looks for what became due; of new jobs it hears at once. */
  lookEveryMs?: number
  /** Nobody else works on this queue: what is locked was locked by a process that is dead. */
  isAlone?: boolean
}
