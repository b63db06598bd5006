import { addDays } from '@sampan/contract/rules/day-range'
import { expect, test } from 'vitest'
import { seriesOf, ticksOf } from './series.ts'

const days = (count: number) => Array.from({ length: count }, (_, n) => ({ day: addDays('2026-01-01', n), n }))

test('T4 three months are shown day by day, more in weeks that end with the last day', () => {
  const daily = seriesOf(days(92), ({ n }) => n, 'sum', 'none')
  expect([daily.isWeekly, daily.points.length, daily.points[91]]).toEqual([
    false,
    92,
    { day: '2026-04-02', value: 91, before: null, isPart: false },
  ])
  const weekly = seriesOf(
    days(366),
    () => 1,
    'sum',
    days(366).map(({ n }) => n),
  )
  expect(weekly.points).toHaveLength(53)
  expect(weekly.points[0]).toEqual({ day: '2026-01-01', value: 2, before: 1, isPart: true })
  expect(weekly.points.at(-1)).toEqual({ day: '2026-12-26', value: 7, before: 7 * 362, isPart: false })
  const kept = seriesOf(days(93), ({ n }) => (n > 90 ? null : n), 'last', 'none')
  expect(kept.points.slice(-2).map(({ value }) => value)).toEqual([85, null])
  expect(kept.points.some(({ isPart }) => isPart)).toBe(false)
})

test('T4 ticks are round, whole and reach the greatest value', () => {
  expect(ticksOf(0)).toEqual([0, 1])
  expect(ticksOf(1)).toEqual([0, 1])
  expect(ticksOf(7)).toEqual([0, 2, 4, 6, 8])
  expect(ticksOf(100)).toEqual([0, 25, 50, 75, 100])
  expect(ticksOf(2740)).toEqual([0, 1000, 2000, 3000])
  for (let max = 1; max < 3000; max += 7) {
    const ticks = ticksOf(max)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
    expect(ticks.every(Number.isInteger) && ticks.length <= 6, `${max}: ${ticks}`).toBe(true)
  }
})
