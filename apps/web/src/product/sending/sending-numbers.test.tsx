import type { UploadSnapshot } from '@sampan/client/upload/upload'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { nothingShown } from './progress.ts'
import { SendingNumbers } from './sending-numbers.tsx'

const moving = { ...nothingShown, percent: 40, sentBytes: 4_000_000, totalBytes: 10_000_000, bytesPerSecond: 1_000_000 }
const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }

test.each([
  ['en', false, 'warming', 'Warming Up...'],
  ['en', true, 'warming', 'Getting Ready...'],
  ['en', false, 'sending', '4 MB of 10 MB · 1 MB/s'],
  ['en', true, 'sending', 'Transferring... · 4 MB of 10 MB · 1 MB/s'],
  ['en', true, 'resuming', 'Resuming Upload...'],
  ['en', true, 'waiting', '4 MB of 10 MB · Reconnecting...'],
  ['zh', true, 'warming', '准备中…'],
  ['zh', true, 'sending', '正在传输… · '],
] as const)('Q13 %s, in the dashboard %s, %s: %s', (language, inDashboard, phase, words) => {
  const snapshot = { phase, warning: null } as UploadSnapshot
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18ns[language]}>
      <SendingNumbers stage="uploading" snapshot={snapshot} shown={moving} inDashboard={inDashboard} onReconnect={() => {}} />
    </I18nextProvider>,
  )
  expect(html).toContain(`>${words}`)
})
