/** What a screen is looked at as: language, width and theme. */
import type { Language } from './words.ts'

export type View = readonly [language: Language, width: number, theme: 'light' | 'dark']

const desk: View = ['en', 1440, 'light']
const phone: View = ['zh', 390, 'dark']
/** Each language, width and theme once. */
export const twoViews = [desk, phone]
export const fourViews: View[] = [desk, ['en', 390, 'dark'], ['zh', 390, 'light'], ['zh', 1440, 'dark']]

/** For `test.use`. */
export const seenAs = ([language, width, colorScheme]: View) => ({
  locale: language === 'zh' ? 'zh-CN' : 'en-US',
  viewport: { width, height: 900 },
  colorScheme,
})
