/** The server's page texts by language, with their slots filled and the plural chosen. */
import type { Language } from '@sampan/contract/paths'
import { fillText, type Slots } from './fill-text.ts'
import type { TextKey } from './languages/translation.ts'
import { pages } from './registry/pages.ts'

export type PageTextKey = TextKey<(typeof pages)[Language]>

/** `count` chooses between singular and plural and is written as people read numbers. */
export const pageText = (language: Language, key: PageTextKey, values: Slots = {}): string =>
  fillText(pages[language], language, key, values)
