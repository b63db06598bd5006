/** What the supervisor and its workers say to each other. */
import type { Worker } from 'node:cluster'
import type { Numbers } from '../metrics/metrics.ts'
import type { Prepared } from './database.ts'

/** What a worker is to do; it reads the rest from the same environment. */
export type Order = { number: number; runsJobs: boolean; prepared: Prepared }

export type ToWorker =
  | { order: Order }
  | { stop: true }
  | { giveNumbers: true }
  | { areYouThere: true }
  | { metrics: { asked: number; text: string | null } }
/** `hello` asks for the order; `failed` says in one sentence why a start was refused. */
export type FromWorker =
  | { hello: true }
  | { ready: { lines: readonly string[] } }
  | { failed: string }
  | { askMetrics: number }
  | { numbers: Numbers }
  | { here: true }

/** A worker that has just died cannot be sent anything. */
export const sendTo = (worker: Worker, message: ToWorker): void => {
  if (worker.isConnected()) worker.send(message, () => {})
}

export const sendToSupervisor = (message: FromWorker): void => void process.send?.(message, undefined, undefined, () => {})
