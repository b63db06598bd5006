/** One run of a workload, and what several of them come to. */
import { cpuSecondsOf, forgetPeaks, peaksMiB } from './processes.mjs'

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
const sum = (values) => values.reduce((total, value) => total + value, 0)

/** `run` prepares, then goes while the clock runs; what it leaves is cleared away behind it. */
export async function measure(server, run) {
  const go = await run.prepare()
  const family = [...server.processes(), ...(server.database?.() ?? [])]
  forgetPeaks(server.processes())
  // What it keeps the bytes in, where that is a service of its own.
  const storeSeconds = () => cpuSecondsOf(server.store?.() ?? [])
  const [cpu, storeCpu, begin] = [cpuSecondsOf(family), storeSeconds(), performance.now()]
  const { count, cpuSeconds: clients } = await go()
  const seconds = (performance.now() - begin) / 1000
  const cpuSeconds = cpuSecondsOf([...server.processes(), ...(server.database?.() ?? [])]) - cpu
  const ofStore = storeSeconds() - storeCpu
  const peaks = peaksMiB(server.processes())
  await run.after?.()
  return {
    seconds,
    count,
    cpuSeconds,
    storeSeconds: ofStore,
    clientSeconds: sum(clients),
    busiest: Math.max(...clients) / seconds,
    peaks,
  }
}

/** Medians, for each of so many units (none: for each request), and the highest peaks. */
export function summaryOf(runs, amount) {
  const per = (value) => median(runs.map((run) => value(run) / (amount ?? run.count)))
  return {
    rate: median(runs.map((run) => (amount ?? run.count) / run.seconds)),
    cpu: per(({ cpuSeconds }) => cpuSeconds),
    storeCpu: per(({ storeSeconds }) => storeSeconds),
    clientCpu: per(({ clientSeconds }) => clientSeconds),
    busiest: median(runs.map(({ busiest }) => busiest)),
    peakMiB: Math.max(...runs.map(({ peaks }) => peaks[0])),
    sumMiB: Math.max(...runs.map(({ peaks }) => sum(peaks))),
    processes: Math.max(...runs.map(({ peaks }) => peaks.length)),
  }
}
