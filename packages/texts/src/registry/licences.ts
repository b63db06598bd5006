/** Written by scripts/languages.mjs from the folders of languages: never by hand. */
import type { Language } from '@sampan/contract/paths'
import { licences as en } from '../languages/en/app/licences.ts'
import type { Translation } from '../languages/translation.ts'
import { licences as zh } from '../languages/zh/app/licences.ts'

export const licences: Record<Language, Translation<typeof en>> = {
  en,
  zh,
}
