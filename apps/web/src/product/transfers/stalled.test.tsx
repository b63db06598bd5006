// @vitest-environment node
import { dash as en } from '@sampan/texts/languages/en/app/dash'
import { dash as zh } from '@sampan/texts/languages/zh/app/dash'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { Stalled } from './stalled.tsx'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
i18ns.en.addResourceBundle('en', 'dash', en)
i18ns.zh.addResourceBundle('zh', 'dash', zh)
const stalledAt = new Date(2026, 2, 1, 13, 14).getTime()
const [soon, nextDay] = [stalledAt + 600_000, stalledAt + 86_400_000]
const running = { uploadId: 'u', receivedBytes: 55_000_000, stalledAt, isResumable: true }

test.each([
  ['en', soon, {}, /Stalled at 1:14.PM, 55 MB of 60 MB\. .*href="\/dash\/send".*>Resume here</],
  ['en', nextDay, {}, /Stalled at Mar 1, 1:14.PM, 55 MB of 60 MB\./],
  ['en', soon, { isResumable: false }, /60 MB\. It goes on in the browser that began it\.<\/span>$/],
  ['zh', soon, {}, /上传于 13:14 中断，已收到 55 MB \/ 60 MB。 .*>在此继续上传</],
  ['en', soon, { stalledAt: null }, /55 MB of 60 MB so far/],
] as const)('Q23 T2 %s: a stalled upload says since when, how far, and where it goes on', (language, now, more, words) => {
  const transfer = { slug: 's', title: '', fileName: 'film.mov', totalBytes: 60_000_000, upload: { ...running, ...more } }
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18ns[language]}>
      <MemoryRouter>
        <Stalled transfer={transfer} now={now} />
      </MemoryRouter>
    </I18nextProvider>,
  )
  expect(html).toMatch(words)
})
