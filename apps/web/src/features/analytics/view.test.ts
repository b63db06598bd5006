import { expect, test } from 'vitest'
import { paramsOf, rangeOf, type View, viewOf, wrongRange } from './view.ts'

const read = (query: string) => viewOf(new URLSearchParams(query))

test('T4 period, country and comparison are in the address, and what is wrong there is left out', () => {
  const views: View[] = [
    { period: '30', country: null, compares: false },
    { period: '365', country: 'CN', compares: true },
    { period: { from: '2026-01-01', to: '2026-02-28' }, country: 'ZZ', compares: false },
  ]
  for (const view of views) expect(viewOf(paramsOf(view))).toEqual(view)
  expect(paramsOf(views[0]!).toString()).toBe('')
  for (const query of [
    '',
    'days=31',
    'from=2026-02-30&to=2026-03-01',
    'from=2026-03-02&to=2026-03-01',
    'country=china&compare=yes',
  ])
    expect(read(query), query).toEqual(views[0])
})

test('T4 a range that cannot be asked for is told before it is asked', () => {
  expect(wrongRange({ from: '', to: '2026-01-01' })).toBe('rangeMissing')
  expect(wrongRange({ from: '2026-01-02', to: '2026-01-01' })).toBe('rangeOrder')
  expect(wrongRange({ from: '2024-01-01', to: '2026-01-01' })).toBe('rangeLong')
  expect(wrongRange({ from: '2024-01-02', to: '2026-01-01' })).toBeNull()
  expect(rangeOf('7', new Date('2026-03-03T01:00:00Z'))).toEqual({ from: '2026-02-25', to: '2026-03-03' })
})
