import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createI18n } from '../../../lib/i18n.ts'
import { newForm } from '../form/form.ts'
import { InterruptedPanel } from './interrupted-panel.tsx'

beforeAll(() => void vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterAll(() => vi.unstubAllGlobals())
const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
const wanted = ['a.pdf', 'plans/b.pdf'].map((path) => ({ path, size: 10, lastModified: 1, isWhole: false }))
const upload = { uploadId: 'u', isPublished: false }
const interrupted = { upload, slug: null, files: wanted, storedBytes: 4, untilMs: null, left: [] }

test.each([
  ['en', ['Choose the files again', 'Choose the folder again', 'Resume works once the 2 missing files'], '· still missing'],
  ['zh', ['重新选择文件', '重新选择文件夹', '选好缺少的 2 个文件后才能继续'], '· 仍缺少'],
] as const)(
  'Q23 %s: the panel itself takes the files, and says why it cannot go on and what is still missing',
  (language, words, missing) => {
    const drawn = (paths: string[]) =>
      renderToStaticMarkup(
        <MantineProvider>
          <I18nextProvider i18n={i18ns[language]}>
            <QueryClientProvider client={new QueryClient()}>
              <InterruptedPanel
                form={{
                  ...newForm(),
                  interrupted,
                  files: paths.map((path) => ({ path, size: 10, lastModified: 1, blob: new Blob() })),
                }}
                interrupted={interrupted}
                dispatch={() => {}}
              />
            </QueryClientProvider>
          </I18nextProvider>
        </MantineProvider>,
      )
    for (const word of [...words, 'name="filesAgain"', 'webkitdirectory']) expect(drawn([])).toContain(word)
    expect(drawn([])).not.toContain(missing)
    expect(drawn(['a.pdf']).split(missing)).toHaveLength(2)
  },
)
