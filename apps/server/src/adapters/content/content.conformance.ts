/** What every source of texts must show: one suite, run by the test of each implementation. */
import type { Language } from '@sampan/contract/paths'
import { describe, expect, test } from 'vitest'
import { type Content, maxContentBytes } from './content.ts'

export type Texts = { [L in Language]?: Record<string, string> }

/** `open` makes a source that has these texts and no others. */
export function contentConformance(source: string, open: (texts: Texts) => Promise<Content>) {
  describe(`texts of ${source}`, () => {
    test('A8 W4 a text is read by its name and language, and is null where there is none', async () => {
      const content = await open({ en: { 'account-access': 'Hello', 'blog/a-page': 'Read' }, zh: { 'account-access': '您好' } })
      expect(await content.read('account-access', 'en')).toBe('Hello')
      expect(await content.read('account-access', 'zh')).toBe('您好')
      expect(await content.read('blog/a-page', 'en')).toBe('Read')
      expect(await content.read('blog/a-page', 'zh')).toBeNull()
      expect(await content.read('nothing', 'en')).toBeNull()
    })

    test('A8 no more of a text is read than it may hold', async () => {
      const content = await open({ en: { 'account-access': 'x'.repeat(100_000) } })
      expect((await content.read('account-access', 'en'))?.length).toBe(maxContentBytes)
    })

    test.each(['../own/en/account-access', '..', 'a/b/c', '/a', 'a/', 'a/..', 'a\0b', 'A', '', '%2e'])(
      'A8 R37 %j is no name',
      async (name) => {
        expect(await (await open({ en: { 'account-access': 'Hello' } })).read(name, 'en')).toBeNull()
      },
    )
  })
}
