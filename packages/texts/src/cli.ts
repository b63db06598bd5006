/** The command line's texts by language, with their slots filled and the plural chosen. */
import type { Language } from '@sampan/contract/paths'
import { fillText, type Slots } from './fill-text.ts'
import type { TextKey } from './languages/translation.ts'
import { cli } from './registry/cli.ts'

export type CliKey = TextKey<(typeof cli)[Language]>

/** `count` or `files` chooses between singular and plural and is written as people read numbers. */
export const cliText = (language: Language, key: CliKey, values: Slots = {}): string =>
  fillText(cli[language], language, key, values, values.count ?? values.files)
