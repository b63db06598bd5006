import type { BillingView } from '@sampan/contract/routes/billing'
import { expect, test } from 'vitest'
import { bannerOf } from './plan-banner.tsx'
import { dueOf } from './use-due.ts'

const card = { brand: 'visa', last4: '4242', expMonth: 1, expYear: 2099 }
const view = (more: Partial<BillingView>) =>
  ({ status: 'active', card: null, isCancelling: false, trialDaysLeft: null, discountedCents: 22_800, ...more }) as BillingView

test.each([
  ['a plan that is paid', view({ card }), null],
  ['a plan whose payment failed', view({ card, status: 'past_due' }), 'owed'],
  ['a trial that is over', view({ status: 'unpaid', trialDaysLeft: 0 }), 'trialOver'],
  ['a trial with days to go', view({ status: 'trialing', trialDaysLeft: 5 }), null],
  ['a trial that ends soon', view({ status: 'trialing', trialDaysLeft: 2 }), 'trialEnds'],
  ['a trial that ends soon and is paid then', view({ status: 'trialing', trialDaysLeft: 2, card }), null],
  ['a trial that was cancelled', view({ status: 'trialing', trialDaysLeft: 2, isCancelling: true }), null],
])('P5 what stands over every page: %s', (_, billing, what) => {
  expect(bannerOf(billing)).toBe(what)
})

test('P5 the button says what going on costs: the open invoice, else the price of the plan; nothing where nothing is owed', () => {
  const owing = view({ status: 'past_due' })
  const invoices = [
    { status: 'paid', amountCents: 100 },
    { status: 'open', amountCents: 2900 },
  ] as const
  expect(dueOf(owing, [...invoices])).toBe(2900)
  expect(dueOf(owing, [])).toBe(22_800)
  expect(dueOf(view({}), [...invoices])).toBe(null)
})
