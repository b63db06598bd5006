/** Written by scripts/languages.mjs from the folders of languages: never by hand. */
import type { Language } from '@sampan/contract/paths'
import { landing as en } from '../languages/en/app/landing.ts'
import type { Translation } from '../languages/translation.ts'
import { landing as zh } from '../languages/zh/app/landing.ts'

export const landing: Record<Language, Translation<typeof en>> = {
  en,
  zh,
}
