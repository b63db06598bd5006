/** The numbers of several processes as those of one server. */
import { AggregatorRegistry } from 'prom-client'
import type { Numbers } from './metrics.ts'

/** Memory, CPU and delays say something of one process only. */
const isOfProcess = (name: string): boolean => /^(?:process|nodejs)_/.test(name)

function withWorker(numbers: Numbers, worker: string): Numbers {
  return numbers.map((metric) => {
    if (!isOfProcess(metric.name)) return metric
    const values = metric.values.map((value) => ({ ...value, labels: { ...value.labels, worker } }))
    // Each has labels of its own now: nothing is left to average or to leave out.
    return { ...metric, values, aggregator: 'sum' } as unknown as Numbers[number]
  })
}

const merge = (all: Numbers[]) => AggregatorRegistry.aggregate(all as never[])

/** Numbers by worker, and `kept` of those that are no more. */
export const mergedText = (byWorker: ReadonlyMap<number, Numbers>, kept: Numbers): Promise<string> =>
  merge([kept, ...[...byWorker].map(([worker, numbers]) => withWorker(numbers, String(worker)))]).metrics()

/** A sum may not fall because a process has ended: what it had counted is kept. */
export const keep = (kept: Numbers, last: Numbers): Promise<Numbers> => {
  const counted = last.filter(({ name, type }) => !isOfProcess(name) && ['counter', 'histogram'].includes(String(type)))
  return merge([kept, counted]).getMetricsAsJSON() as Promise<Numbers>
}
