import { addDays, dayCount } from '@sampan/contract/rules/day-range'
import { expect, test } from 'vitest'
import { longWeeks, partsOf, type Span } from './spans.ts'

const lengthOf = ({ from, before }: Span): number => dayCount({ from, to: addDays(before, -1) })

test('T4 every range is put together of its days, each of them once', () => {
  for (let start = 0; start < 60; start++)
    for (const length of [1, 2, 6, 7, 8, 13, 14, 20, 55, 56, 57, 63, 90, 111, 112, 113, 365, 731]) {
      const from = addDays('2026-01-01', start)
      const to = addDays(from, length - 1)
      for (const lengths of [[longWeeks, 1], [1], []]) {
        const { spans, days } = partsOf({ from, to }, lengths)
        const inOrder: Span[] = [...spans, ...days].sort((a, b) => (a.from < b.from ? -1 : 1))
        expect([inOrder[0]?.from, inOrder.at(-1)?.before]).toEqual([from, addDays(to, 1)])
        for (const [index, { before }] of inOrder.slice(0, -1).entries()) expect(inOrder[index + 1]!.from).toBe(before)
        for (const { weeks, ...span } of spans) {
          expect(new Date(span.from).getUTCDay()).toBe(1)
          expect(lengthOf(span) % (weeks * 7)).toBe(0)
        }
        if (lengths.length) for (const each of days) expect(lengthOf(each)).toBeLessThan(length < 13 ? 13 : 7)
      }
    }
})

test('T4 a year is a few long spans, and fewer than sixteen weeks beside them', () => {
  const { spans, days } = partsOf({ from: '2025-11-23', to: '2026-11-22' }, [longWeeks, 1])
  expect(spans).toEqual([
    { weeks: 8, from: '2025-12-22', before: '2026-11-23' },
    { weeks: 1, from: '2025-11-24', before: '2025-12-22' },
  ])
  expect(days).toEqual([{ from: '2025-11-23', before: '2025-11-24' }])
})
