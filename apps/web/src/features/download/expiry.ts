/** Until when a link lives, as people say it: "in 6 days"; null for links that practically never end. */

import type { Language } from '@sampan/contract/paths'
import { expirySeconds } from '@sampan/contract/plans'
import { about } from '@sampan/texts/registry/about'

const units = [
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** 59.9 minutes are an hour. */
const nearlyOne = 0.99

/** Rounded to the nearest, as a calendar would say it; the exact time stands in the page's plain list. */
export function untilText(expiresAt: Date, now: Date, language: Language): string | null {
  const seconds = (expiresAt.getTime() - now.getTime()) / 1000
  if (seconds > expirySeconds.never / 2) return null
  const [unit, size] = units.find(([unit, each]) => seconds >= each * (unit === 'month' ? 2 : nearlyOne)) ?? units[3]
  return new Intl.RelativeTimeFormat(about[language].tag).format(Math.max(1, Math.round(seconds / size)), unit)
}
