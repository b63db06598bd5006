// @vitest-environment node
import { expect, test } from 'vitest'
import { isRunning, shownDiscount } from './running.ts'

const discount = { name: 'Spring', percentOff: 20, amountOffCents: null, redeemBy: null, endsAt: null }

test.each([
  ['monthly', 'active', true],
  ['yearly', 'trialing', true],
  ['monthly', 'past_due', false],
  ['monthly', 'unpaid', false],
  [null, 'active', false],
  ['yearly', 'revoke', false],
] as const)('P3 a plan by period %s, status %s goes on, and its discount is told: %s', (period, status, goesOn) => {
  const billing = { period, status, discount }
  expect([isRunning(billing), shownDiscount(billing)]).toEqual([goesOn, goesOn ? discount : null])
})
