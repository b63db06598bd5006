import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { createI18n } from '../lib/i18n.ts'
import DashAccountDomain from './dash-account-domain.tsx'

const { user } = vi.hoisted(() => ({ user: { isTeamMember: false } }))
vi.mock('../product/session/session.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ status: 'signedIn', user }),
}))

const i18n = await createI18n('en')

function shown(isTeamMember: boolean): string {
  user.isTeamMember = isTeamMember
  return renderToStaticMarkup(
    <MantineProvider withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={new QueryClient()}>
        <I18nextProvider i18n={i18n}>
          <MemoryRouter>
            <DashAccountDomain />
          </MemoryRouter>
        </I18nextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  ).replaceAll(/<style.*?<\/style>/gs, '')
}

test('T8 who belongs to a team is shown no domain, and is led on', () => {
  expect(shown(false)).not.toBe('')
  expect(shown(true)).toBe('')
})
