/** Days in UTC as people read them, wherever they sit. */
import { formatCountry } from '@sampan/texts/format'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { htmlLanguage } from '../../lib/language.ts'

const at = (day: string): Date => new Date(`${day}T00:00:00Z`)

export function useDays() {
  const language = useLanguage()
  return useMemo(() => {
    const locale = htmlLanguage(language)
    const short = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
    const long = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
    return { short: (day: string) => short.format(at(day)), long: (day: string) => long.format(at(day)) }
  }, [language])
}

export function useCountryName(): (code: string) => string {
  const { t } = useTranslation('analytics')
  const language = useLanguage()
  return (code) => (code === 'ZZ' ? t('unknownPlace') : formatCountry(code, language) || code)
}

/** A share of a whole, never "0 %" of something. */
export function useShare(): (part: number, whole: number) => string {
  const language = useLanguage()
  return useMemo(() => {
    const format = new Intl.NumberFormat(htmlLanguage(language), { style: 'percent', maximumFractionDigits: 0 })
    return (part, whole) => {
      if (whole === 0) return format.format(0)
      return part > 0 && part / whole < 0.005 ? `<${format.format(0.01)}` : format.format(part / whole)
    }
  }, [language])
}
