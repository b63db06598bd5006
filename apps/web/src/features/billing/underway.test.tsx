import type { BillingView } from '@sampan/contract/routes/billing'
import { expect, test } from 'vitest'
import { endOf } from './underway.tsx'

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
