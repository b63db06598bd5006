/** What somebody finds who acts for a team, at pages that are its owner's or its leaders' alone. */
import { MantineProvider } from '@mantine/core'
import { accountCustomizePath, dashAnalyticsPath, dashWebhooksPath } from '@sampan/contract/paths'
import type { TeamRole } from '@sampan/contract/rules/teams'
import { analytics } from '@sampan/texts/languages/en/app/analytics'
import { dash as en } from '@sampan/texts/languages/en/app/dash'
import { dash as zh } from '@sampan/texts/languages/zh/app/dash'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { Entries } from '../app/dash-entries.tsx'
import { menuPages } from '../features/account/account-menu.tsx'
import { createI18n } from '../lib/i18n.ts'
import DashAccountBilling from './dash-account-billing.tsx'
import DashAccountCustomize from './dash-account-customize.tsx'
import DashAccountDomain from './dash-account-domain.tsx'
import DashAnalytics from './dash-analytics.tsx'
import DashWebhooks from './dash-webhooks.tsx'

const { user } = vi.hoisted(() => ({
  user: { _id: 'ben', isTeamMember: true, isOperator: false, team: { name: 'Harbour', role: 'member' as TeamRole } },
}))
vi.mock('../product/session/session.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ status: 'signedIn', user }),
}))

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
i18ns.en.addResourceBundle('en', 'dash', en)
i18ns.en.addResourceBundle('en', 'analytics', analytics)
i18ns.zh.addResourceBundle('zh', 'dash', zh)

const shown = (Page: ComponentType, role: TeamRole, language: 'en' | 'zh' = 'en'): string => {
  user.team.role = role
  user.isTeamMember = role !== 'owner'
  return renderToStaticMarkup(
    <MantineProvider withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={new QueryClient()}>
        <I18nextProvider i18n={i18ns[language]}>
          <MemoryRouter>
            <Page />
          </MemoryRouter>
        </I18nextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

test.each([
  ['domain', DashAccountDomain, en.ownersTitle, ['member', 'admin']],
  ['billing', DashAccountBilling, en.ownersTitle, ['member', 'admin']],
  ['customize', DashAccountCustomize, en.leadersTitle, ['member']],
  ['webhooks', DashWebhooks, en.leadersTitle, ['member']],
  ['analytics', DashAnalytics, en.leadersTitle, ['member']],
] as const)('T8 M1 the page %s says whose it is, and leads to one’s own', (_, Page, title, roles) => {
  for (const role of roles) {
    const page = shown(Page, role)
    for (const text of [title, 'Harbour', en.toOwnAccount]) expect(page).toContain(text)
  }
  expect(shown(Page, 'member', 'zh')).toContain('以 Harbour 的团队身份')
})

test('T8 M1 whoever leads the team has its own pages', () => {
  for (const Page of [DashAccountCustomize, DashWebhooks, DashAnalytics])
    expect(shown(Page, 'admin')).not.toContain(en.toOwnAccount)
})

test('R24 no menu leads a plain member to what the server tells its leaders alone', () => {
  for (const [role, isThere] of [
    ['member', false],
    ['admin', true],
    ['owner', true],
  ] as const) {
    expect(shown(Entries, role).includes(dashAnalyticsPath)).toBe(isThere)
    const to = menuPages(user as unknown as Parameters<typeof menuPages>[0]).map((page) => page.to as string)
    for (const path of [dashAnalyticsPath, accountCustomizePath, dashWebhooksPath]) expect(to.includes(path)).toBe(isThere)
  }
})
