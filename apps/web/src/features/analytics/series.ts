/** Numbers of days as a chart shows them: day by day, or in steps of a week where that would be a thicket. */

export type Point = {
  /** The first day of the step, in UTC. */
  day: string
  value: number | null
  /** Of the same step of the period before. */
  before: number | null
  /** A sum of fewer days than the others: it would look like a fall or a rise. */
  isPart: boolean
}
export type Series = { points: Point[]; isWeekly: boolean }

const maxDaily = 92
const step = 7

/** Steps end with the last day, so that the newest one is whole. */
function stepsOf<T>(days: readonly T[]): T[][] {
  const first = days.length % step
  const steps = first ? [days.slice(0, first)] : []
  for (let at = first; at < days.length; at += step) steps.push(days.slice(at, at + step))
  return steps
}

type Day = { day: string }
type Before = 'none' | readonly (number | null)[]

/** `sum` for what happens, `last` for what stands. */
export function seriesOf<D extends Day>(
  days: readonly D[],
  of: (day: D) => number | null,
  how: 'sum' | 'last',
  before: Before,
): Series {
  const all = days.map((day, index) => ({
    day: day.day,
    value: of(day),
    before: before === 'none' ? null : (before[index] ?? null),
    isPart: false,
  }))
  if (days.length <= maxDaily) return { points: all, isWeekly: false }
  const put = (values: (number | null)[]): number | null => {
    if (how === 'last') return values.at(-1) ?? null
    return values.every((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  }
  const points = stepsOf(all).map((some) => ({
    day: some[0]!.day,
    value: put(some.map(({ value }) => value)),
    before: put(some.map((each) => each.before)),
    isPart: how === 'sum' && some.length < step,
  }))
  return { points, isWeekly: true }
}

/** Round steps up to the greatest value, from nothing on. */
export function ticksOf(max: number, count = 4): number[] {
  if (max <= 0) return [0, 1]
  const raw = max / count
  const power = 10 ** Math.floor(Math.log10(raw))
  const size = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= raw && Number.isInteger(each)) ?? 10 * power,
  )
  return Array.from({ length: Math.ceil(max / size) + 1 }, (_, index) => index * size)
}
