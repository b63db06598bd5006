/** Written by scripts/languages.mjs from the folders of languages: never by hand. */
import type { Language } from '@sampan/contract/paths'
import { mails as en } from '../languages/en/mails/index.ts'
import { mails as zh } from '../languages/zh/mails/index.ts'

export const mails: Record<Language, typeof en> = {
  en,
  zh,
}
