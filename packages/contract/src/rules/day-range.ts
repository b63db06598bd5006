/** Ranges of whole days in UTC, both ends in them, as "2026-02-28" (T4). */

export type DayRange = { from: string; to: string }

const dayMs = 86_400_000
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The day that a moment lies in. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)
export const addDays = (day: string, days: number): string => dayOf(new Date(at(day) + days * dayMs))

/** A day that there is: no 30th of February. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at(text)) && dayOf(new Date(at(text))) === text

export const dayCount = ({ from, to }: DayRange): number => Math.round((at(to) - at(from)) / dayMs) + 1

export const daysOf = (range: DayRange): string[] =>
  Array.from({ length: dayCount(range) }, (_, index) => addDays(range.from, index))

/** As many days, right before. */
export const rangeBefore = (range: DayRange): DayRange => ({
  from: addDays(range.from, -dayCount(range)),
  to: addDays(range.from, -1),
})

/** The last so many days, today in them. */
export const lastDays = (count: number, now: Date): DayRange => ({ from: addDays(dayOf(now), 1 - count), to: dayOf(now) })
