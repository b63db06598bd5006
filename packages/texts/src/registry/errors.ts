/** Written by scripts/languages.mjs from the folders of languages: never by hand. */
import type { Language } from '@sampan/contract/paths'
import { errors as en } from '../languages/en/errors.ts'
import { errors as zh } from '../languages/zh/errors.ts'

export const errors: Record<Language, typeof en> = {
  en,
  zh,
}
