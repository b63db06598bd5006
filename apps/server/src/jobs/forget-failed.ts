/** Jobs that were given up are kept for a week, for whoever looks why; then they go, since they may name people. */
import type { Db } from '../db/connect.ts'
import { deleteGivenUp, handleJob, jobName, type TimedJob } from './queue.ts'

const keptDays = 7

/** Except kinds of jobs that an operator's command runs again. */
export const forgetFailedDaily = (db: Db, except: readonly string[]): TimedJob => ({
  ...handleJob(jobName('jobs:forget-failed'), () => deleteGivenUp(db, keptDays, except)),
  everyMinutes: 24 * 60,
})
