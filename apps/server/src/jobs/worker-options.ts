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
  /** How often it looks for jobs that became due; it is notified of new jobs at once. */
  lookEveryMs?: number
  /** No other process works on this queue, so every locked job was locked by a process that is dead. */
  isAlone?: boolean
}
