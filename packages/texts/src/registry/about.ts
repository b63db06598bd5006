/** Written by scripts/languages.mjs from the folders of languages: never by hand. */
import type { Language } from '@sampan/contract/paths'
import type { About } from '../languages/about.ts'
import { about as en } from '../languages/en/about.ts'
import { about as zh } from '../languages/zh/about.ts'

export const about: Record<Language, About> = {
  en,
  zh,
}
