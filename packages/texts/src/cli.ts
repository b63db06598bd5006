/** The command line's texts by language, with their slots filled and the plural chosen. */
import type { Language } from '@sampan/contract/paths'
import { formatNumber } from './format.ts'
import { cli as en } from './languages/en/cli.ts'
import { cli as zh } from './languages/zh/cli.ts'

const catalogues: Record<Language, Record<string, string>> = { en, zh }

type Full = keyof typeof zh
export type CliKey = Full extends infer Key ? (Key extends `${infer Stem}_other` ? Stem : Key) : never

/** `count` or `files` chooses between singular and plural and is written as people read numbers. */
export function cliText(language: Language, key: CliKey, values: Record<string, string | number> = {}): string {
  const catalogue = catalogues[language]
  const isOne = (values.count ?? values.files) === 1
  const text = catalogue[key] ?? (isOne ? catalogue[`${key}_one`] : undefined) ?? catalogue[`${key}_other`] ?? ''
  return text.replace(/\{\{(\w+)\}\}/g, (_, slot: string) => {
    const value = values[slot] ?? ''
    return typeof value === 'number' ? formatNumber(value, language) : value
  })
}
