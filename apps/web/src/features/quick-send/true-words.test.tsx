/** That the card promises nothing which is not so. */
import { MantineProvider } from '@mantine/core'
import type { Language } from '@sampan/contract/paths'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { DoneInvite } from './done-invite.tsx'
import { newForm } from './form.ts'
import { LimitStorage } from './limit-storage.tsx'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }

const shown = (language: Language, part: ReactNode): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <I18nextProvider i18n={i18ns[language]}>
          <MemoryRouter>{part}</MemoryRouter>
        </I18nextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )

test.each([
  ['en', 'It still ends on the same day', 'Save this transfer'],
  ['zh', '到期日不变', '保存此传输'],
] as const)('Q14 %s: a visitor is promised a list, and no longer life: %s', (language, text, button) => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  const html = shown(language, <DoneInvite slug="Ab3dE6g" sender="a@example.com" again={() => null} />)
  expect(html).toContain(text)
  expect(html).toContain(button)
})

test.each([
  ['en', null, 'Room comes back 14 days after older transfers expire, or as soon as you delete them'],
  ['en', '172800', 'Room comes back 2 days after'],
  ['en', '0', 'Room comes back when older transfers expire, or as soon as you delete them'],
  ['zh', null, '较早的传输过期 14天后会腾出空间；也可以通过确认邮件中的链接立即删除'],
] as const)('Q16 X1 %s, kept for %s seconds: a visitor is told when room comes back', (language, content, text) => {
  vi.stubGlobal('document', { querySelector: () => content && { content } })
  const html = shown(language, <LimitStorage form={newForm()} limitBytes={5_000_000_000} />)
  vi.unstubAllGlobals()
  expect(html).toContain(text)
})
