/** What somebody without an account is told where one is needed. */
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { createI18n } from '../../../lib/i18n.ts'
import { formReducer, newForm } from '../form/form.ts'
import { LinksReserved } from './links-reserved.tsx'
import { Notices } from './notices.tsx'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
function shown(language: keyof typeof i18ns, part: ReactNode): string {
  vi.stubGlobal('document', { querySelector: () => null })
  const html = renderToStaticMarkup(
    <MantineProvider>
      <I18nextProvider i18n={i18ns[language]}>
        <MemoryRouter>{part}</MemoryRouter>
      </I18nextProvider>
    </MantineProvider>,
  )
  vi.unstubAllGlobals()
  return html
}
const file = (path: string) => ({ path, size: 1, lastModified: 0, blob: new Blob() })

test.each([
  ['en', 'page.html', ['Insecure file type', 'put it into a zip file', 'Create a free account']],
  ['en', 'Film.1080p.mkv', ['File removed', 'looks like that of a film', 'Create a free account']],
  ['zh', 'page.html', ['压缩为 zip', '创建免费账户']],
] as const)('Q4 %s: of %s it is said why it was taken out and what helps', (language, path, words) => {
  const form = formReducer(newForm(), { type: 'filesPicked', files: [file(path)] })
  const html = shown(language, <Notices form={form} dispatch={() => {}} />)
  for (const word of words) expect(html).toContain(word)
})

test.each(['en', 'zh'] as const)('Q8 %s: a guest who wants a link is offered a free account first', (language) => {
  const html = shown(language, <LinksReserved dispatch={() => {}} />)
  expect(html.match(/<a [^>]*href="([^"]*)"/)?.[1]).toMatch(/register|signup/)
})
