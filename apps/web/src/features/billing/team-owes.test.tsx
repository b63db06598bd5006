import type { User } from '@sampan/contract/routes/accounts'
import { billing as en } from '@sampan/texts/languages/en/app/billing'
import { billing as zh } from '@sampan/texts/languages/zh/app/billing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { PlanBanner } from './plan-banner.tsx'

const people = ['reed', 'mia', 'li'].map((_id) => ({ _id }))
const member = {
  ...{ _id: 'li', isTeamMember: true, status: 'past_due' },
  team: { name: 'Reed Boats', plan: 'business', members: people },
} as User

test.each([
  ['en', en, 'The plan of Reed Boats is waiting for a payment'],
  ['zh', zh, 'Reed Boats 的方案有待付款'],
] as const)(
  'M3 P5 %s: whoever acts for a team reads on every page that its plan waits, and where sending says it itself, once; who has no seat reads that',
  async (...each) => {
    const [language, texts, words] = each
    const i18n = await createI18n(language)
    i18n.addResourceBundle(language, 'billing', texts)
    const shown = (user: User, path: string) =>
      renderToStaticMarkup(
        <QueryClientProvider client={new QueryClient()}>
          <I18nextProvider i18n={i18n}>
            <MemoryRouter initialEntries={[path]}>
              <PlanBanner user={user} />
            </MemoryRouter>
          </I18nextProvider>
        </QueryClientProvider>,
      )
    expect(shown(member, '/dash/requests')).toContain(words)
    expect(shown(member, '/dash/requests')).toContain(texts.teamOwesWhat)
    expect(shown(member, '/dash/send')).toBe('')
    const paid = { ...member, status: 'active' } as const
    expect(shown(paid, '/dash/requests')).toBe('')
    // A smaller plan has one seat, that of whose account it is.
    const paused = { ...paid, team: { ...member.team!, plan: 'free' } } as User
    for (const path of ['/dash', '/dash/send']) expect(shown(paused, path)).toContain(texts.teamFullWhat)
    expect(shown(paused, '/dash/account/teams')).toBe('')
    expect(shown({ ...paused, isTeamMember: false }, '/dash')).toBe('')
  },
)
