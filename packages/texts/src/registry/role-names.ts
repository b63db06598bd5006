/** Written by scripts/languages.mjs from the folders of languages: never by hand. */
import type { Language } from '@sampan/contract/paths'
import { roleNames as en } from '../languages/en/role-names.ts'
import { roleNames as zh } from '../languages/zh/role-names.ts'

export const roleNames: Record<Language, typeof en> = {
  en,
  zh,
}
