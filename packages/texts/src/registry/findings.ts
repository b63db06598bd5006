/** Written by scripts/languages.mjs from the folders of languages: never by hand. */
import type { Language } from '@sampan/contract/paths'
import { findings as en } from '../languages/en/app/findings.ts'
import type { Translation } from '../languages/translation.ts'
import { findings as zh } from '../languages/zh/app/findings.ts'

export const findings: Record<Language, Translation<typeof en>> = {
  en,
  zh,
}
