/** Written by scripts/languages.mjs from the folders of languages: never by hand. */
import type { Language } from '@sampan/contract/paths'
import { receipts as en } from '../languages/en/receipts.ts'
import { receipts as zh } from '../languages/zh/receipts.ts'

export const receipts: Record<Language, typeof en> = {
  en,
  zh,
}
