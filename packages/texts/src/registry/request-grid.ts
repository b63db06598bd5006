/** Written by scripts/languages.mjs from the folders of languages: never by hand. */
import type { Language } from '@sampan/contract/paths'
import { requestGrid as en } from '../languages/en/request-grid.ts'
import { requestGrid as zh } from '../languages/zh/request-grid.ts'

export const requestGrid: Record<Language, typeof en> = {
  en,
  zh,
}
