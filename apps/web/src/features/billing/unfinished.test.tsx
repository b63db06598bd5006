import { MantineProvider } from '@mantine/core'
import type { BillingView } from '@sampan/contract/routes/billing'
import { billing as en } from '@sampan/texts/languages/en/app/billing'
import { billing as zh } from '@sampan/texts/languages/zh/app/billing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { UnfinishedPurchase } from './unfinished.tsx'

const unfinished = { role: 'business', period: 'yearly', amountCents: 58_800 } as const

test.each([
  ['en', en],
  ['zh', zh],
] as const)(
  'P3 %s: the first page tells of a purchase that was left at the bank’s question; nobody who pays, has nothing begun or acts for a team',
  async (language, texts) => {
    const i18n = await createI18n(language)
    i18n.addResourceBundle(language, 'billing', texts)
    const shown = (user: Parameters<typeof UnfinishedPurchase>[0]['user'], billing: Partial<BillingView>) => {
      const queries = new QueryClient()
      queries.setQueryData(['billing'], billing)
      return renderToStaticMarkup(
        <MantineProvider>
          <QueryClientProvider client={queries}>
            <I18nextProvider i18n={i18n}>
              <MemoryRouter>
                <UnfinishedPurchase user={user} />
              </MemoryRouter>
            </I18nextProvider>
          </QueryClientProvider>
        </MantineProvider>,
      )
    }
    const free = { role: 'free', isTeamMember: false } as const
    expect(shown(free, { unfinished })).toContain(texts.unfinishedTitle)
    const silent = [
      shown(free, { unfinished, isPaying: true }),
      shown(free, { unfinished: null }),
      shown({ ...free, role: 'pro' }, { unfinished }),
      shown({ ...free, isTeamMember: true }, { unfinished }),
    ]
    for (const html of silent) expect(html).not.toContain(texts.unfinishedTitle)
  },
)
