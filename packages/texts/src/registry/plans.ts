/** Written by scripts/languages.mjs from the folders of languages: never by hand. */
import type { Language } from '@sampan/contract/paths'
import { plans as en } from '../languages/en/app/plans.ts'
import type { Translation } from '../languages/translation.ts'
import { plans as zh } from '../languages/zh/app/plans.ts'

export const plans: Record<Language, Translation<typeof en>> = {
  en,
  zh,
}
