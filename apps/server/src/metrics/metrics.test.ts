import { expect, test } from 'vitest'
import { labelledCounters, plainCounters, requestHistogram } from './counters.ts'
import { makeMetrics } from './metrics.ts'
import { makeMissAlarm } from './miss-alarm.ts'

test('O4 a question that fails, or takes too long, leaves its gauges out and the rest answers', async () => {
  const metrics = makeMetrics(false)
  let answer: () => Promise<{ sampan_a: number }> = async () => ({ sampan_a: 3 })
  metrics.addGauges({ sampan_a: 'A.' }, () => answer())
  metrics.addGauges({ sampan_b: 'B.' }, () => ({ sampan_b: 4 }))
  expect(await metrics.text()).toMatch(/^sampan_a 3$/m)
  answer = () => Promise.reject(new Error('the database is away'))
  const text = await metrics.text()
  expect(text).not.toMatch(/^sampan_a /m)
  expect(text).toMatch(/^sampan_b 4$/m)
  answer = async () => ({ sampan_a: 5 })
  expect(await metrics.text()).toMatch(/^sampan_a 5$/m)
})

test('O4 servers in one process count apart; process metrics come only where somebody reads', async () => {
  const [one, other] = [makeMetrics(true), makeMetrics(false)]
  one.count('uploadsCreated')
  expect(await one.text()).toMatch(/^sampan_uploads_created_total 1$/m)
  expect(await other.text()).toMatch(/^sampan_uploads_created_total 0$/m)
  expect(await one.text()).toMatch(/^process_resident_memory_bytes \d+/m)
  expect(await one.text()).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  expect(await other.text()).not.toContain('nodejs_')
})

test('O4 names follow the conventions', () => {
  for (const { name } of [...Object.values(plainCounters), ...Object.values(labelledCounters)])
    expect(name).toMatch(/^sampan_[a-z_]+_total$/)
  expect(requestHistogram.name).toMatch(/_seconds$/)
})

test('R19 ten unknown links a second raise the alarm, once a minute in the log', async () => {
  const metrics = makeMetrics(false)
  const lines: string[] = []
  let now = 0
  const missed = makeMissAlarm(metrics, { warn: (_, text) => void lines.push(text) }, () => new Date(now))
  const alarms = async () => Number(/^sampan_link_miss_alarms_total (\d+)$/m.exec(await metrics.text())?.[1])
  const missEvery = (ms: number, times: number) => {
    for (let i = 0; i < times; i++) {
      now += ms
      missed()
    }
  }
  missEvery(112, 200)
  expect([lines.length, await alarms()]).toEqual([0, 0])
  missEvery(10, 10)
  expect([lines.length, await alarms()]).toEqual([1, 1])
  missEvery(10, 10)
  expect([lines.length, await alarms()]).toEqual([1, 2])
  now += 60_000
  missEvery(10, 10)
  expect([lines.length, await alarms()]).toEqual([2, 3])
  expect(await metrics.text()).toMatch(/^sampan_link_misses_total 230$/m)
})
