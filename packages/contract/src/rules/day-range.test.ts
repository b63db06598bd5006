import { expect, test } from 'vitest'
import { dayCount, daysOf, isDay, lastDays, rangeBefore } from './day-range.ts'

test('T4 only days that there are', () => {
  expect(['2028-02-29', '2026-12-31', '0999-01-01'].every(isDay)).toBe(true)
  for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '20260101', '2026-01-01T00', '', 'today'])
    expect(isDay(text), text).toBe(false)
})

test('T4 a range holds both its ends, and the one before has as many days', () => {
  const february = { from: '2028-02-01', to: '2028-02-29' }
  expect(dayCount(february)).toBe(29)
  expect(daysOf({ from: '2026-12-30', to: '2027-01-02' })).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'])
  expect(rangeBefore(february)).toEqual({ from: '2028-01-03', to: '2028-01-31' })
  expect(rangeBefore({ from: '2026-03-01', to: '2026-03-01' })).toEqual({ from: '2026-02-28', to: '2026-02-28' })
  expect(lastDays(7, new Date('2026-03-03T23:59:59Z'))).toEqual({ from: '2026-02-25', to: '2026-03-03' })
})
