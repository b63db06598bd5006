/** Written by scripts/languages.mjs from the folders of languages: never by hand. */
import type { Language } from '@sampan/contract/paths'
import { cli as en } from '../languages/en/cli.ts'
import type { Translation } from '../languages/translation.ts'
import { cli as zh } from '../languages/zh/cli.ts'

export const cli: Record<Language, Translation<typeof en>> = {
  en,
  zh,
}
