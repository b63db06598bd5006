import type { BillingView } from '@sampan/contract/routes/billing'
import { billing as en } from '@sampan/texts/languages/en/app/billing'
import { billing as zh } from '@sampan/texts/languages/zh/app/billing'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { usePlanDates } from './plan-dates.ts'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
i18ns.en.addResourceBundle('en', 'billing', en)
i18ns.zh.addResourceBundle('zh', 'billing', zh)

const at = Date.UTC(2026, 10, 22)
const resting = {
  status: 'revoke',
  period: 'monthly',
  amountCents: 2900,
  discountedCents: null,
  creditCents: 0,
  isCancelling: true,
}
function Dates(more: Partial<BillingView>) {
  return <p>{usePlanDates({ ...resting, ...more } as BillingView)}</p>
}

test.each([
  ['en', 'a trial', { trialEndsAt: at, endsAt: at, trialDaysLeft: 3 }, /^<p>Nothing is charged/],
  ['en', 'a plan', { trialEndsAt: null, endsAt: at }, /^<p>It is paid until \S+ .*2026\. Nothing more/],
  ['en', 'what is not paid', { trialEndsAt: null, endsAt: null }, /^<p>Nothing is charged/],
  ['zh', 'a trial', { trialEndsAt: at, endsAt: at, trialDaysLeft: 3 }, /^<p>账户暂停/],
  ['zh', 'a plan', { trialEndsAt: null, endsAt: at }, /^<p>已付费至/],
] as const)(
  'P5 %s: of a suspended account, or one to be deleted, only what was paid is told as paid: %s',
  (language, _, more, expected) => {
    const html = renderToStaticMarkup(
      <I18nextProvider i18n={i18ns[language]}>
        <Dates {...more} />
      </I18nextProvider>,
    )
    expect(html).toMatch(expected)
  },
)
