/** The process above the workers: does once what they would race for, keeps them running, and serves nobody itself. */
import cluster from 'node:cluster'
import type { Config } from '../config/config.ts'
import { prepareDatabase } from './database.ts'
import type { Life } from './life.ts'
import { startWorkers } from './workers.ts'

/** In MiB, as Node 20 has it: newer ones let the space for what is young grow to several times that, which makes nothing here faster. */
const workerFlags = ['--enable-source-maps', '--max-semi-space-size=16']

/** Settings of the environment are inherited already, and the file's path may mean another place by now. */
const withoutEnvFile = (flags: readonly string[]): string[] =>
  flags.filter((flag, i) => !/^--env-file/.test(flag) && !/^--env-file(-if-exists)?$/.test(flags[i - 1] ?? ''))

/** `program` is what the workers run. Answers with what the terminal is told, once all workers serve. */
export async function supervise(program: string, config: Config, life: Life): Promise<readonly string[]> {
  const prepared = await prepareDatabase(config, life)
  cluster.setupPrimary({ exec: program, args: [], execArgv: [...workerFlags, ...withoutEnvFile(process.execArgv)] })
  // Given out in turn: left to themselves, most connections would meet in one process.
  cluster.schedulingPolicy = cluster.SCHED_RR
  const orderFor = (number: number) => ({ number, prepared, runsJobs: number === 1 })
  const workers = startWorkers({ count: config.workers, silenceMs: config.workerSilenceSeconds * 1000, orderFor }, life.log)
  life.stops.push(workers.stop)
  return workers.ready
}
