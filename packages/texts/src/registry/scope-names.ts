/** Written by scripts/languages.mjs from the folders of languages: never by hand. */
import type { Language } from '@sampan/contract/paths'
import { scopeNames as en } from '../languages/en/scope-names.ts'
import { scopeNames as zh } from '../languages/zh/scope-names.ts'

export const scopeNames: Record<Language, typeof en> = {
  en,
  zh,
}
