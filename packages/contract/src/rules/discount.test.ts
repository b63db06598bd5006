import { expect, test } from 'vitest'
import { discounted, type Reduction } from './discount.ts'

const now = Date.UTC(2030, 0, 1)
const percent = (percentOff: number, endsAt?: number): Reduction => ({ percentOff, amountOffCents: null, endsAt })
const amount = (amountOffCents: number): Reduction => ({ percentOff: null, amountOffCents })

test.each([
  ['none', 2900, null, 2900],
  ['a fifth', 2900, percent(20), 2320],
  ['a part of a cent', 2905, percent(33.3), 1938],
  ['all of it', 2900, percent(100), 0],
  ['an amount', 2900, amount(500), 2400],
  ['an amount above the price', 1200, amount(2000), 0],
  ['one that says nothing', 2900, { percentOff: null, amountOffCents: null }, 2900],
  ['one that ends a second later', 2900, percent(20, now + 1000), 2320],
  ['one that ends then', 2900, percent(20, now), 2900],
  ['one that ended a second before', 2900, percent(20, now - 1000), 2900],
] as const)('P3 a price with a discount: %s', (_, cents, reduction, due) => {
  expect(discounted(cents, reduction, now)).toBe(due)
})
