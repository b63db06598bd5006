import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../lib/i18n.ts'
import { Crash } from './crash.tsx'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }

test.each([
  ['en', new TypeError('Failed to fetch'), 'Connection trouble, please refresh and try again'],
  ['en', new TypeError('x is not a function'), 'Something broke on this page.'],
  ['zh', new TypeError('Failed to fetch'), '连接出现问题，请刷新后重试'],
  ['zh', new TypeError('x is not a function'), '页面出了问题。'],
] as const)('W6 I1 %s, %s: %s', (language, error, title) => {
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18ns[language]}>
      <Crash error={error} />
    </I18nextProvider>,
  )
  expect(html).toContain(`<h1>${title}</h1>`)
})
