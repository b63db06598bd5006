/** The language of ours that a tag means: "en-GB" means English (I1). */
import { languages } from '../languages.ts'
import type { Language } from '../paths.ts'

/** null where there is none; of two that fit ("pt", "pt-br") the closer one. Tags of terminals ("en_GB.UTF-8") are understood too. */
export function wantedLanguage(tag: string): Language | null {
  const wanted = tag.trim().toLowerCase().replaceAll('_', '-')
  const fitting = languages.filter((language) => new RegExp(`^${language}(?![a-z0-9])`).test(wanted))
  return fitting.sort((a, b) => b.length - a.length)[0] ?? null
}
