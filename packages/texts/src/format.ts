/** Sizes, dates, waits and countries as people read them, the same in pages, mails and errors. Sizes in bytes, waits in seconds. */
import { defaultLanguage, type Language } from '@sampan/contract/paths'
import type { PlanLimit } from '@sampan/contract/plans'
import { about } from './registry/about.ts'

const sizeUnits = ['B', 'KB', 'MB', 'GB', 'TB'] as const

const numberFormats = new Map<string, Intl.NumberFormat>()

/** Kept, because making one takes far longer than asking it, and lists of thousands of rows ask. */
function numberFormat(language: Language, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(about[language].tag, options)
  numberFormats.set(key, format)
  return format
}

/** Decimal units as the plans are sold (K1): 3 digits at most, "1.43 GB", "3 GB". */
export function formatBytes(bytes: number, language: Language): string {
  const power = Math.min(sizeUnits.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  const digits = power === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2
  return `${numberFormat(language, { maximumFractionDigits: digits }).format(value)} ${sizeUnits[power]}`
}

export const formatNumber = (value: number, language: Language): string => numberFormat(language).format(value)

/** US cents as a price: "$12", "$9.50", "US$12". */
export const formatPrice = (cents: number, language: Language): string =>
  numberFormat(language, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100)

/** A number of the role table. */
export const formatPlanLimit = (name: PlanLimit | 'seats', value: number, language: Language): string =>
  name.endsWith('Bytes') ? formatBytes(value, language) : formatNumber(value, language)

export const formatDate = (at: Date, language: Language, timeZone?: string): string =>
  new Intl.DateTimeFormat(about[language].tag, { dateStyle: 'long', ...(timeZone && { timeZone }) }).format(at)

export const formatDateTime = (at: Date, language: Language, timeZone?: string): string =>
  new Intl.DateTimeFormat(about[language].tag, { dateStyle: 'long', timeStyle: 'short', ...(timeZone && { timeZone }) }).format(
    at,
  )

/**
 * For mails, which know no reader's time zone: by the clock that people of this language live by, where there is one, and always by
 * UTC: "December 3, 2026 at 6:00 PM UTC", "2026年12月4日 02:00 北京时间（18:00 UTC）".
 */
export function formatMoment(at: Date, language: Language): string {
  const { clock } = about[language]
  if (!clock) return `${formatDateTime(at, language, 'UTC')} UTC`
  const utc = new Intl.DateTimeFormat(about[language].tag, { timeStyle: 'short', timeZone: 'UTC' }).format(at)
  return clock.say(formatDateTime(at, language, clock.timeZone), `${utc} UTC`)
}

/** With the name of the reader's own time zone: what has to be done by then is done elsewhere. */
export function formatDateTimeInZone(at: Date, language: Language, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat(about[language].tag, {
    timeZoneName: 'short',
    ...(timeZone && { timeZone }),
  }).formatToParts(at)
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return about[language].inZone(formatDateTime(at, language, timeZone), zone)
}

const durationUnits = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** The largest whole unit, rounded up so that nobody comes back too early: "2 minutes", "2分钟". */
export function formatDuration(seconds: number, language: Language): string {
  const [unit, size] = durationUnits.find(([, each]) => seconds >= each) ?? durationUnits[3]
  return numberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.max(1, Math.ceil(seconds / size)))
}

const pluralRules = new Map<Language, Intl.PluralRules>()

/** Which form of a word stands beside a number: "one", "other". */
export function pluralForm(count: number, language: Language): Intl.LDMLPluralRule {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(about[language].tag)
  pluralRules.set(language, rules)
  return rules.select(count)
}

/** Several things in a sentence: "a, b, and c". */
export const formatList = (items: readonly string[], language: Language): string =>
  new Intl.ListFormat(about[language].tag, { type: 'conjunction' }).format(items)

const countryNames = new Map<Language, Intl.DisplayNames>()

/** The name of an ISO 3166 code; empty where there is none. */
export function formatCountry(code: string | null, language: Language): string {
  // Kept, because making one takes ten times as long as asking it, and lists ask often.
  const names = countryNames.get(language) ?? new Intl.DisplayNames([about[language].tag], { type: 'region', fallback: 'none' })
  countryNames.set(language, names)
  return (code && names.of(code)) || ''
}

/** A city in its country; one whose name says both ("Hong Kong", "Singapore") is named once. */
export function formatPlace(city: string, countryCode: string | null, language: Language): string {
  const country = formatCountry(countryCode, language)
  // Cities come in English, as the default is.
  if (!city || `${formatCountry(countryCode, defaultLanguage)} `.startsWith(`${city} `)) return country
  if (!country) return city
  return about[language].place(city, country)
}
