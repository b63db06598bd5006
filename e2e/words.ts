/** The catalogue's sentences with their slots filled, as a person reads them on the page. */
import { readdirSync } from 'node:fs'
import { closeIn, markSlot } from '../packages/texts/src/close-up.ts'
import { roleNames } from '../packages/texts/src/registry/role-names.ts'
import { scopeNames } from '../packages/texts/src/registry/scope-names.ts'

export type Language = 'en' | 'zh'
type Slots = Record<string, string | number>
type Catalogue = Record<string, Record<string, string>>

async function catalogueOf(language: Language): Promise<Catalogue> {
  const folder = new URL(`../packages/texts/src/languages/${language}/app/`, import.meta.url)
  const modules = await Promise.all(readdirSync(folder).map((file): Promise<Catalogue> => import(new URL(file, folder).href)))
  return Object.assign({ roles: roleNames[language], scopes: scopeNames[language] }, ...modules)
}

const catalogues: Record<Language, Catalogue> = { en: await catalogueOf('en'), zh: await catalogueOf('zh') }

/** `words('zh')('send.sendTo', { count: 2 })`; throws for a key that is not there. */
export const words =
  (language: Language) =>
  (key: string, slots: Slots = {}): string => {
    const [space = '', name = ''] = key.split('.')
    const texts = catalogues[language][space] ?? {}
    const form = language === 'en' && slots.count === 1 ? 'one' : 'other'
    const text = texts[`${name}_${form}`] ?? texts[name]
    if (text === undefined) throw new Error(`No text ${key} in ${language}`)
    const filled = text.replace(/\{\{(\w+)(?:, number)?\}\}/g, (_, slot: string) => {
      const value = slots[slot] ?? (slot === 'product' ? 'Sampan' : '')
      return markSlot(typeof value === 'number' ? value.toLocaleString(language) : value)
    })
    return closeIn(language, filled)
  }
export type Words = ReturnType<typeof words>
