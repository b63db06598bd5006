/** Sizes, dates and waits in the page's language. */
import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatDateTimeInZone,
  formatDuration,
  formatList,
  formatNumber,
  formatPlace,
  formatPrice,
} from '@sampan/texts/format'
import { useMemo } from 'react'
import { useLanguage } from './i18n.ts'

export function useFormat() {
  const language = useLanguage()
  return useMemo(
    () => ({
      bytes: (bytes: number) => formatBytes(bytes, language),
      price: (cents: number) => formatPrice(cents, language),
      number: (value: number) => formatNumber(value, language),
      date: (at: Date) => formatDate(at, language),
      dateTime: (at: Date) => formatDateTime(at, language),
      dateTimeInZone: (at: Date) => formatDateTimeInZone(at, language),
      place: (city: string, countryCode: string | null) => formatPlace(city, countryCode, language),
      list: (items: readonly string[]) => formatList(items, language),
      duration: (seconds: number) => formatDuration(seconds, language),
    }),
    [language],
  )
}
