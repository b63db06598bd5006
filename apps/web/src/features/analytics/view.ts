/** What is looked at stands in the address: it survives a reload and can be sent to a colleague. */
import { analyticsLimits } from '@sampan/contract/limits'
import { type DayRange, dayCount, isDay, lastDays } from '@sampan/contract/rules/day-range'

export const presets = ['7', '30', '90', '365'] as const
export type Preset = (typeof presets)[number]
/** The last so many days, or days that were chosen. */
export type Period = Preset | DayRange
export type View = { period: Period; country: string | null; compares: boolean }

const usual: Preset = '30'
const isPreset = (word: string | null): word is Preset => (presets as readonly (string | null)[]).includes(word)

/** Why a range cannot be asked for; null for one that can. */
export function wrongRange({ from, to }: DayRange): 'rangeMissing' | 'rangeOrder' | 'rangeLong' | null {
  if (!isDay(from) || !isDay(to) || from < '2000' || to >= '3000') return 'rangeMissing'
  if (from > to) return 'rangeOrder'
  return dayCount({ from, to }) > analyticsLimits.maxDays ? 'rangeLong' : null
}

export function viewOf(params: URLSearchParams): View {
  const [days, country] = [params.get('days'), params.get('country') ?? '']
  const range = { from: params.get('from') ?? '', to: params.get('to') ?? '' }
  return {
    period: wrongRange(range) === null ? range : isPreset(days) ? days : usual,
    country: /^[A-Z]{2}$/.test(country) ? country : null,
    compares: params.get('compare') === '1',
  }
}

export function paramsOf({ period, country, compares }: View): URLSearchParams {
  const range: Record<string, string> = typeof period === 'string' ? (period === usual ? {} : { days: period }) : period
  return new URLSearchParams({ ...range, ...(country && { country }), ...(compares && { compare: '1' }) })
}

export const rangeOf = (period: Period, now: Date): DayRange =>
  typeof period === 'string' ? lastDays(Number(period), now) : period
