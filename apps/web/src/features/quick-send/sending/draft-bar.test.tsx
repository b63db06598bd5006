import { MantineProvider } from '@mantine/core'
import type { Upload, UploadSnapshot } from '@sampan/client/upload/upload'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createI18n } from '../../../lib/i18n.ts'
import { DraftBar } from './draft-bar.tsx'
import type { Draft } from './sending-state.ts'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }

function shown(language: 'en' | 'zh', snapshot: Partial<UploadSnapshot>, more: Partial<Draft> = {}): string {
  const upload = { subscribe: () => () => {}, snapshot: () => snapshot } as unknown as Upload
  return renderToStaticMarkup(
    <MantineProvider>
      <I18nextProvider i18n={i18ns[language]}>
        <MemoryRouter>
          <DraftBar draft={{ upload, fileCount: 2, ...more }} cardPath="/dash/send" />
        </MemoryRouter>
      </I18nextProvider>
    </MantineProvider>,
  )
}

test.each([
  ['en', 'sending', 4_000_000, ['Not sent yet: 2 files', '4 MB of 10 MB uploaded · not shared yet', 'Pause', 'To the draft']],
  ['en', 'paused', 4_000_000, ['Paused', 'Resume']],
  ['en', 'waiting', 4_000_000, ['not shared yet · Reconnecting...']],
  ['en', 'ready', 10_000_000, ['All 10 MB uploaded']],
  ['zh', 'sending', 4_000_000, ['尚未发送：2 个文件', '前往草稿']],
] as const)('Q25 %s, %s: the dock shows what is not sent yet, from its first byte on', (language, phase, sentBytes, words) => {
  const html = shown(language, { phase, sentBytes, totalBytes: 10_000_000 })
  for (const word of words) expect(html).toContain(word)
})

test.each([
  ['en', 'Nobody was told. You can resume this transfer within 7 days.', 'Resume'],
  ['zh', '没有通知任何人。您可以在 7 天内继续此次传输。', '继续</'],
] as const)('Q13 %s: what was cancelled says that nobody was told, and has one way on: the draft', (language, words, resume) => {
  const html = shown(language, { phase: 'paused', sentBytes: 4_000_000, totalBytes: 10_000_000 }, { kept: 'cancelled' })
  expect(html).toContain(words)
  expect(html).not.toContain(resume)
})
