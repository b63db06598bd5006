import { Problem } from '@sampan/contract/errors'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { asking, failed, isBegun, nothingBegun, started } from './begun.ts'
import { BegunWords } from './begun-line.tsx'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
const said = (language: keyof typeof i18ns, begun = nothingBegun): string =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18ns[language]}>
      <BegunWords begun={begun} />
    </I18nextProvider>,
  ).replaceAll(/<[^>]+>/g, '')

test.each([
  ['en', 'The download has started', 'so nothing was started', 'used as often as the sender allowed'],
  ['zh', '下载已开始', '下载没有开始', '已达到发件人设定的上限'],
] as const)(
  'D2 pressing download answers, also where the server is away or refuses: %s',
  (language, isStarted, isAway, isOver) => {
    expect(said(language)).toBe('')
    expect(said(language, asking(nothingBegun))).not.toBe('')
    expect(said(language, started(nothingBegun, { fileId: 'a' }))).toContain(isStarted)
    expect(said(language, failed(nothingBegun, new TypeError('fetch failed')))).toContain(isAway)
    expect(said(language, failed(nothingBegun, new Problem('downloadLimitReached')))).toContain(isOver)
  },
)

test('D2 each file of which a download was started is marked, a later failure takes no mark away', () => {
  const one = started(nothingBegun, { fileId: 'a' })
  const some = failed(started(one, { selection: 's', fileIds: ['b', 'c'] }), new Error('away'))
  expect(['a', 'b', 'c', 'd'].map((id) => isBegun(some, id))).toEqual([true, true, true, false])
  expect(isBegun(started(some, {}), 'd')).toBe(true)
})
