/** How the page greets, by the reader's own clock. */
import type { Language } from '@sampan/contract/paths'
import { htmlLanguage } from '../../lib/language.ts'
import { firstName } from '../../lib/names.ts'

type Greeting = 'goodMorning' | 'goodAfternoon' | 'goodEvening'

export function greetingAt(hour: number): Greeting {
  if (hour >= 5 && hour < 12) return 'goodMorning'
  return hour >= 12 && hour < 18 ? 'goodAfternoon' : 'goodEvening'
}

/** The key of the greeting's text and its slot. */
export function greetingOf(fullName: string, now: Date): { key: Greeting | `${Greeting}Name`; name: string } {
  const name = firstName(fullName)
  const greeting = greetingAt(now.getHours())
  return { key: name ? `${greeting}Name` : greeting, name }
}

/** "Friday, November 20". */
export const todayText = (now: Date, language: Language): string =>
  new Intl.DateTimeFormat(htmlLanguage(language), { weekday: 'long', day: 'numeric', month: 'long' }).format(now)
