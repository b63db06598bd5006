/** Written by scripts/languages.mjs from the folders of languages: never by hand. */
import type { Texts as en } from './app/en.ts'
import type { Texts as zh } from './app/zh.ts'

export type AppTexts = {
  en: en
  zh: zh
}
