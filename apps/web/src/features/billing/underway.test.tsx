import type { BillingView } from '@sampan/contract/routes/billing'
import { billing as en } from '@sampan/texts/languages/en/app/billing'
import { billing as zh } from '@sampan/texts/languages/zh/app/billing'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { endOf, NotThrough } from './underway.tsx'

const card = { brand: 'visa', last4: '4242', expMonth: 1, expYear: 2099 }
const view = (more: Partial<BillingView>) => ({ role: 'free', status: 'active', period: null, card, ...more }) as BillingView
const plan = { role: 'pro', period: 'monthly' } as const

test.each([
  ['the plan has come', view({}), view({ role: 'pro', period: 'monthly' }), 'done'],
  ['nothing has come', view({}), view({}), 'failed'],
  ['another plan stays', view({ role: 'pro', period: 'yearly' }), view({ role: 'pro', period: 'yearly' }), 'failed'],
  ['it was the card that was waited for', view({ card: null }), view({}), null],
])('P3 H3 what came of a payment that took long: %s', (_, before, now, end) => {
  expect(endOf(before, now, plan)).toBe(end)
})

test.each([
  ['en', en, /nothing was charged|not charged/i],
  ['zh', zh, /没有扣款|未扣款/],
] as const)(
  'P3 %s: of a payment whose answer never came it is not said that nothing was charged, but where to look',
  async (language, texts, claim) => {
    const i18n = await createI18n(language)
    i18n.addResourceBundle(language, 'billing', texts)
    const html = renderToStaticMarkup(
      <I18nextProvider i18n={i18n}>
        <MemoryRouter>
          <NotThrough />
        </MemoryRouter>
      </I18nextProvider>,
    )
    expect(html).not.toMatch(claim)
    expect(html).toContain(`<a href="/dash/account/billing"`)
    expect(html).toContain(texts.invoices)
  },
)
