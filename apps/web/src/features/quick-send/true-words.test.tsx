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
