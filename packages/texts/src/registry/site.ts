/** Written by scripts/languages.mjs from the folders of languages: never by hand. */
import type { Language } from '@sampan/contract/paths'
import { site as en } from '../languages/en/app/site.ts'
import type { Translation } from '../languages/translation.ts'
import { site as zh } from '../languages/zh/app/site.ts'

export const site: Record<Language, Translation<typeof en>> = {
  en,
  zh,
}
