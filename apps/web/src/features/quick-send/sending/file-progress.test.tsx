import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../../lib/i18n.ts'
import { FileLine } from './file-progress.tsx'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
const file = { path: 'films/one.bin', size: 10_000_000, lastModified: 1, blob: new Blob() }
const unknown = { bytesPerSecond: null, secondsLeft: null }

test.each([
  ['en', 4_250_000, { bytesPerSecond: 1_000_000, secondsLeft: 6 }, ['42%', '4.25 MB of 10 MB · 1 MB/s · 6 seconds left']],
  ['en', 0, unknown, ['0%', '0 B of 10 MB<']],
  ['en', 9_999_999, unknown, ['99%', '10 MB of 10 MB<']],
  ['en', 10_000_000, unknown, ['100%', '>10 MB<']],
  ['zh', 4_250_000, { bytesPerSecond: 1_000_000, secondsLeft: 6 }, ['42%', '4.25 MB / 10 MB · 1 MB/秒 · 剩余 6秒']],
] as const)('Q13 %s: of each file percent, bytes, speed and time left: %i', (language, sentBytes, pace, words) => {
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18ns[language]}>
      <FileLine file={file} sentBytes={sentBytes} pace={pace} />
    </I18nextProvider>,
  )
  for (const word of words) expect(html).toContain(word)
})
