/** Moments as people say them. Times in milliseconds. */
import type { Language } from '@sampan/contract/paths'
import { about } from '@sampan/texts/registry/about'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const units = [
  ['day', day],
  ['hour', hour],
  ['minute', minute],
] as const

const unitOf = (span: number) => units.find(([, size]) => span >= size * 0.99) ?? units[2]

/** Of the time that is left no more is promised than there is. */
const wholeUnits = (count: number): number => (count < 0 ? Math.round(count) : Math.max(1, Math.floor(count + 0.01)))

function relative(span: number, language: Language, style: 'long' | 'short'): string {
  const [unit, size] = unitOf(Math.abs(span))
  const text = new Intl.RelativeTimeFormat(about[language].tag, { style }).format(wholeUnits(span / size), unit)
  return about[language].shortTime(text)
}

/** "2 min ago", after a week the day; null for the moment itself, whose word stands in the catalogue. */
export function agoText(at: number, now: number, language: Language): string | null {
  const span = now - at
  if (span < minute) return null
  return span < 7 * day ? relative(-span, language, 'short') : dayText(at, now, language)
}

/** "in 2 days", at least a minute. */
export const untilText = (at: number, now: number, language: Language): string =>
  relative(Math.max(minute, at - now), language, 'long')

/** The day, with its year where that is another one. */
export function dayText(at: number, now: number, language: Language): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  const date: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
  return new Intl.DateTimeFormat(about[language].tag, isThisYear ? date : { ...date, year: 'numeric' }).format(at)
}

/** With the time of day in the first week, when one of the same name may have been sent on the same day. */
export const sentText = (at: number, now: number, language: Language): string =>
  now - at < 7 * day ? momentText(at, now, language) : dayText(at, now, language)

/** The time of day, and before it the day where that is another one. */
export function momentText(at: number, now: number, language: Language): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  const time: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' }
  const parts = isToday ? time : ({ day: 'numeric', month: 'short', ...time } as const)
  return new Intl.DateTimeFormat(about[language].tag, parts).format(at)
}
