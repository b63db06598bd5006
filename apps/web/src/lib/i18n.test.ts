import { expect, test } from 'vitest'
import { createI18n } from './i18n.ts'

test.each([
  ['zh', '王丽', '移除王丽'],
  ['zh', 'Anna', '移除 Anna'],
  ['zh', '<b>{{product}}', '移除 <b>{{product}}'],
  ['en', '王丽', 'Remove 王丽'],
] as const)(
  'I1 %s: a name stands in a sentence as close as the language writes it, and as it is: %s',
  async (language, name, said) => {
    expect((await createI18n(language)).t('send:remove', { name })).toBe(said)
  },
)
