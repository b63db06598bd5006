/** Written by scripts/languages.mjs from the folders of languages: never by hand. */
import type { Language } from '@sampan/contract/paths'
import { pages as en } from '../languages/en/pages.ts'
import type { Translation } from '../languages/translation.ts'
import { pages as zh } from '../languages/zh/pages.ts'

export const pages: Record<Language, Translation<typeof en>> = {
  en,
  zh,
}
