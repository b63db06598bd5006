/** How a range of days is put together of counts: long spans of weeks, single weeks beside them, and the days at its two ends. */
import { addDays, type DayRange, dayCount } from '@sampan/contract/rules/day-range'

/** Beside single weeks, names are counted by so many at once: seven of these are a year, and at most as many weeks remain at each end. */
export const longWeeks = 8
/** The long spans are counted from this Monday on. */
export const firstMonday = '1970-01-05'

/** Days from the first on; `before` is none of them. */
export type Span = { from: string; before: string }
type Parts = { spans: (Span & { weeks: number })[]; days: Span[] }

const daysSince = (day: string): number => dayCount({ from: firstMonday, to: day }) - 1
/** The first day of the span of so many weeks that has the day. */
const startOf = (day: string, weeks: number): string => addDays(day, -(daysSince(day) % (weeks * 7)))

/** By spans of these lengths, as many of the first ones as there is space for. */
export function partsOf({ from, to }: DayRange, lengths: readonly number[]): Parts {
  const spans: Parts['spans'] = []
  let rest: Span[] = [{ from, before: addDays(to, 1) }]
  for (const weeks of lengths)
    rest = rest.flatMap((span) => {
      const first = startOf(addDays(span.from, weeks * 7 - 1), weeks)
      const before = startOf(span.before, weeks)
      if (first >= before) return [span]
      spans.push({ weeks, from: first, before })
      const ends = [
        { from: span.from, before: first },
        { from: before, before: span.before },
      ]
      return ends.filter((each) => each.from < each.before)
    })
  return { spans, days: rest }
}
