/** What an operator sees of one server (O4): a registry of its own, counters, and gauges that are asked when somebody reads. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type LabelledCounter, labelledCounters, type PlainCounter, plainCounters, requestHistogram } from './counters.ts'

export type Numbers = Awaited<ReturnType<Registry['getMetricsAsJSON']>>
type RequestLabels = { method: string; route: string; status: string }

export type Metrics = {
  count: (what: PlainCounter, by?: number) => void
  countBy: (what: LabelledCounter, value: string) => void
  observeRequest: (labels: RequestLabels, seconds: number) => void
  /**
   * Names with their help, and one question that answers all of them. Numbers of several processes are added up, unless all
   * processes answer the same.
   */
  addGauges: <N extends string>(
    help: Record<N, string>,
    ask: () => Promise<Record<N, number>> | Record<N, number>,
    over?: 'sum' | 'same',
  ) => void
  /** Everything, in Prometheus' text format. */
  text: () => Promise<string>
  /** Everything of this process, to be merged with that of others. */
  numbers: () => Promise<Numbers>
  contentType: string
}

/** A scrape must answer within seconds, above all while the database does not. */
const maxAskMs = 3000

const within = <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('asked for too long')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const mapValues = <K extends string, V, W>(table: Record<K, V>, make: (value: V) => W): Record<K, W> =>
  Object.fromEntries(Object.entries<V>(table).map(([key, value]) => [key, make(value)])) as Record<K, W>

const registers = (registry: Registry) => ({ registers: [registry] })

function makeCounters(registry: Registry): Pick<Metrics, 'count' | 'countBy'> {
  const plain = mapValues(plainCounters, (spec) => new Counter({ ...spec, ...registers(registry) }))
  const labelled = mapValues(labelledCounters, ({ name, help, label, ...spec }) => {
    const counter = new Counter({ name, help, labelNames: [label], ...registers(registry) })
    for (const value of 'values' in spec ? spec.values : []) counter.inc({ [label]: value }, 0)
    return (value: string) => counter.inc({ [label]: value })
  })
  return { count: (what, by = 1) => plain[what].inc(by), countBy: (what, value) => labelled[what](value) }
}

/** A question that fails leaves its gauges out: no number is better than a wrong one. */
function makeGauges(registry: Registry): { addGauges: Metrics['addGauges']; refresh: () => Promise<unknown> } {
  const groups: (() => Promise<void>)[] = []
  const addGauges: Metrics['addGauges'] = (helps, ask, over = 'sum') => {
    const aggregator = over === 'same' ? 'first' : 'sum'
    const gauges = Object.entries<string>(helps).map(([name, help]) => ({
      name: name as keyof typeof helps,
      gauge: new Gauge({ name, help, aggregator, ...registers(registry) }),
    }))
    groups.push(async () => {
      const values = await within(maxAskMs, Promise.resolve().then(ask)).catch(() => null)
      for (const { name, gauge } of gauges) values ? gauge.set(values[name]) : gauge.remove()
    })
  }
  return { addGauges, refresh: () => Promise.all(groups.map((group) => group())) }
}

/** `withProcess`: memory, CPU, garbage collection and event-loop delay too, which cost something; for servers whose metrics are read. */
export function makeMetrics(withProcess: boolean): Metrics {
  const registry = new Registry()
  if (withProcess) collectDefaultMetrics({ register: registry })
  const { addGauges, refresh } = makeGauges(registry)
  const { labelNames, buckets, ...spec } = requestHistogram
  const requests = new Histogram({ ...spec, labelNames: [...labelNames], buckets: [...buckets], ...registers(registry) })
  return {
    ...makeCounters(registry),
    observeRequest: (labels, seconds) => requests.observe(labels, seconds),
    addGauges,
    text: async () => {
      await refresh()
      return registry.metrics()
    },
    numbers: async () => {
      await refresh()
      return registry.getMetricsAsJSON()
    },
    contentType: registry.contentType,
  }
}
