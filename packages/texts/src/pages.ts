/** The server's page texts by language, with their slots filled and the plural chosen. */
import type { Language } from '@sampan/contract/paths'
import { formatNumber } from './format.ts'
import { pages as en } from './languages/en/pages.ts'
import { pages as zh } from './languages/zh/pages.ts'

const catalogues: Record<Language, Record<string, string>> = { en, zh }

type Full = keyof typeof zh
export type PageTextKey = Full extends infer Key ? (Key extends `${infer Stem}_other` ? Stem : Key) : never

/** `count` chooses between singular and plural and is written as people read numbers. */
export function pageText(language: Language, key: PageTextKey, values: Record<string, string | number> = {}): string {
  const catalogue = catalogues[language]
  const text = catalogue[key] ?? (values.count === 1 ? catalogue[`${key}_one`] : undefined) ?? catalogue[`${key}_other`] ?? ''
  return text.replace(/\{\{(\w+)\}\}/g, (_, slot: string) => {
    const value = values[slot] ?? ''
    return typeof value === 'number' ? formatNumber(value, language) : value
  })
}
