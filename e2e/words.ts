/** The catalogue's sentences with their slots filled, as a person reads them on the page. */
import { dash as dashEn } from '../packages/texts/src/app/en/dash.ts'
import { catalogue as en } from '../packages/texts/src/app/en/index.ts'
import { dash as dashZh } from '../packages/texts/src/app/zh/dash.ts'
import { catalogue as zh } from '../packages/texts/src/app/zh/index.ts'

export type Language = 'en' | 'zh'
type Slots = Record<string, string | number>

const catalogues: Record<Language, Record<string, Record<string, string>>> = {
  en: { ...en, dash: dashEn },
  zh: { ...zh, dash: dashZh },
}

/** `words('zh')('send.sendTo', { count: 2 })`; throws for a key that is not there. */
export const words =
  (language: Language) =>
  (key: string, slots: Slots = {}): string => {
    const [space = '', name = ''] = key.split('.')
    const texts = catalogues[language][space] ?? {}
    const form = language === 'en' && slots.count === 1 ? 'one' : 'other'
    const text = texts[`${name}_${form}`] ?? texts[name]
    if (text === undefined) throw new Error(`No text ${key} in ${language}`)
    return text.replace(/\{\{(\w+)(?:, number)?\}\}/g, (_, slot: string) => {
      const value = slots[slot] ?? ''
      return typeof value === 'number' ? value.toLocaleString(language) : value
    })
  }
export type Words = ReturnType<typeof words>
