/** Written by scripts/languages.mjs from the folders of languages: never by hand. */
import type { Language } from '@sampan/contract/paths'
import { standings as en } from '../languages/en/standings.ts'
import { standings as zh } from '../languages/zh/standings.ts'

export const standings: Record<Language, typeof en> = {
  en,
  zh,
}
