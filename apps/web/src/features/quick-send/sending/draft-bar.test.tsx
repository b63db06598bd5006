import { MantineProvider } from '@mantine/core'
import type { Upload, UploadSnapshot } from '@sampan/client/upload/upload'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createI18n } from '../../../lib/i18n.ts'
import { DraftBar } from './draft-bar.tsx'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }

test.each([
  ['en', 'sending', 4_000_000, ['Not sent yet: 2 files', '4 MB of 10 MB uploaded · not shared yet', 'Pause', 'To the draft']],
  ['en', 'paused', 4_000_000, ['Paused', 'Resume']],
  ['en', 'ready', 10_000_000, ['All 10 MB uploaded']],
  ['zh', 'sending', 4_000_000, ['尚未发送：2 个文件', '前往草稿']],
] as const)('Q25 %s, %s: the dock shows what is not sent yet, from its first byte on', (language, phase, sentBytes, words) => {
  const snapshot = { phase, sentBytes, totalBytes: 10_000_000 } as UploadSnapshot
  const upload = { subscribe: () => () => {}, snapshot: () => snapshot } as unknown as Upload
  const html = renderToStaticMarkup(
    <MantineProvider>
      <I18nextProvider i18n={i18ns[language]}>
        <MemoryRouter>
          <DraftBar draft={{ upload, fileCount: 2 }} cardPath="/dash/send" />
        </MemoryRouter>
      </I18nextProvider>
    </MantineProvider>,
  )
  for (const word of words) expect(html).toContain(word)
})
