import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createI18n } from '../lib/i18n.ts'
import DashDevice from './dash-device.tsx'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }

test.each(['en', 'zh'] as const)('O7 R19 a link types no code for whoever follows it: %s', (language) => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <I18nextProvider i18n={i18ns[language]}>
        <MemoryRouter initialEntries={['/dash/device?code=ABCD1234']}>
          <DashDevice />
        </MemoryRouter>
      </I18nextProvider>
    </MantineProvider>,
  )
  expect(html).toContain('name="code"')
  expect(html).not.toContain('ABCD1234')
})
