/** Written by scripts/languages.mjs from the folders of languages: never by hand. */
import type { Language } from '@sampan/contract/paths'
import { analytics as en } from '../languages/en/app/analytics.ts'
import type { Translation } from '../languages/translation.ts'
import { analytics as zh } from '../languages/zh/app/analytics.ts'

export const analytics: Record<Language, Translation<typeof en>> = {
  en,
  zh,
}
