/** What a limit offers: a trial to a guest, and 'Upgrade' to whoever has an account (K1). */
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createI18n } from '../../../lib/i18n.ts'
import { type Chips, noChips } from '../../../product/recipients/chips.ts'
import { RecipientsField } from '../fields/recipients-field.tsx'
import { formReducer, newForm } from '../form/form.ts'
import { WayOut } from './limit-way-out.tsx'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }

const shown = (language: keyof typeof i18ns, part: ReactNode): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <I18nextProvider i18n={i18ns[language]}>
          <MemoryRouter>{part}</MemoryRouter>
        </I18nextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )

const words = (html: string): string =>
  html
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/<[^>]+>/g, '|')
    .replaceAll('&#x27;', "'")
const linksOf = (html: string): string[] => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href ?? '')

const people: Chips = { ...noChips, list: Array.from({ length: 7 }, (_, i) => `p${i}@example.com`) }
const account = { _id: 'a', email: 'a@example.com', role: 'free', ownLimits: null, status: 'active', deleteAt: null } as const
const ofVisitor = { ...newForm(), chips: people }
const ofAccount = formReducer(ofVisitor, { type: 'accountKnown', account })

test.each([
  [
    'en',
    ofVisitor,
    ["That's too many people", 'You can transfer files up to 6 people'],
    'Get 7-day trial',
    '/pricing?recipients=7',
  ],
  ['zh', ofVisitor, [], '7 天', '/zh/pricing?recipients=7'],
  ['en', ofAccount, ["That's too many people", 'You can transfer files up to 6 people'], 'Upgrade', '/dash/plans?recipients=7'],
  ['zh', ofAccount, [], '升级', '/dash/plans?recipients=7'],
] as const)(
  'Q6 K1 %s: a seventh person is one too many, which says why and what helps: %#',
  (language, form, texts, action, href) => {
    const html = shown(language, <RecipientsField form={form} dispatch={() => {}} />)
    for (const text of [...texts, action]) expect(words(html)).toContain(text)
    expect(linksOf(html)).toEqual([href])
  },
)

const limits = {
  trial: { kind: 'trial' },
  month: { kind: 'month', role: 'free', transfers: 10 },
  storage: { kind: 'storage', limitBytes: 1000 },
} as const

test.each([
  ['month', true, 'Upgrade', '/dash/plans?transfersPerMonth=11'],
  ['month', false, 'Get 7-day trial', '/pricing?transfersPerMonth=11'],
  ['storage', true, 'Upgrade', '/dash/plans?storageBytes=1001'],
  ['storage', false, 'Get 7-day trial', '/pricing?storageBytes=1001'],
] as const)('K1 Q16 a limit of the %s, with an account %s, offers %s', (kind, hasAccount, action, href) => {
  const html = shown('en', <WayOut limit={limits[kind]} hasAccount={hasAccount} team={null} />)
  expect(words(html)).toContain(`|${action}|`)
  expect(linksOf(html)).toEqual([href])
})

test.each(['trial', 'storage', 'month'] as const)(
  'M1 P5 at a limit of the %s nobody of a team is sent to a plan that is not theirs: the own account is open to them',
  (kind) => {
    const html = shown('en', <WayOut limit={limits[kind]} hasAccount team="Harbour" />)
    expect(words(html)).toContain('|Go to your own account|')
    expect(words(html)).not.toMatch(/Upgrade|Continue on Free|Add a payment method/)
    expect(linksOf(html)).toEqual([])
  },
)
