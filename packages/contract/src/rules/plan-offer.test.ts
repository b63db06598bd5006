import { describe, expect, test } from 'vitest'
import { timingsMs } from '../limits.ts'
import { type Period, paidRoles, type Role, type RoleOnSale, rolesOnSale } from '../plans.ts'
import { type OwnerStatus, ownerStatuses } from '../states.ts'
import {
  buttonOf,
  firstPeriod,
  headlineOf,
  isOnSale,
  monthlyCents,
  pricingText,
  type Reader,
  subheaderOf,
  yearlySaving,
} from './plan-offer.ts'

const nine: Role[] = ['free', ...paidRoles]
const reader = (role: Role, status: OwnerStatus, more: Partial<NonNullable<Reader['account']>> = {}, sender = ''): Reader => ({
  account: { role, status, period: 'yearly', mayTry: false, ...more },
  sender,
})
const guest: Reader = { account: null, sender: '' }

const subheaders = {
  free: 'upgradePlan',
  personal: 'upgradeToBusiness',
  pro: 'upgradeToBusiness',
  business: 'choosePlan',
  businessplus: 'choosePlan',
  businesselite: 'choosePlan',
  team: 'choosePlan',
  teamplus: 'choosePlan',
  teamelite: 'choosePlan',
} as const
const cases = nine.flatMap((role) => ownerStatuses.map((status) => [role, status] as const))

describe('P1 P2 each of the nine roles by each status', () => {
  test.each(cases)('P1 P2 %s, %s: headline and subheader', (role, status) => {
    const owes = status === 'past_due' || status === 'unpaid'
    expect(headlineOf(reader(role, status))).toEqual({ kind: owes ? 'trialExpired' : 'onPlan', role })
    expect(subheaderOf(reader(role, status))).toBe(owes ? 'choosePlan' : subheaders[role as keyof typeof subheaders])
  })

  test.each(cases)('P1 P2 %s, %s: the sender of the address is named, unless something is owed', (role, status) => {
    const owes = status === 'past_due' || status === 'unpaid'
    const asked = reader(role, status, {}, 'Anna')
    expect(headlineOf(asked)).toEqual(owes ? { kind: 'trialExpired', role } : { kind: 'sender', sender: 'Anna' })
    expect(subheaderOf(asked)).toBe(owes ? 'choosePlan' : 'youToo')
  })

  test.each(cases)('P1 P2 %s, %s: the current plan is disabled unless a payment is past due', (role, status) => {
    for (const box of rolesOnSale) {
      const button = buttonOf(reader(role, status), box, 'yearly')
      if (box === role) expect(button).toEqual({ text: 'current', isDisabled: status !== 'past_due' })
      else expect(button).toEqual({ text: 'switch', isDisabled: status === 'revoke' })
    }
  })

  test.each(cases)('P2 %s, %s: the text under the plans', (role, status) => {
    expect(pricingText(reader(role, status))).toBe(role === 'free' ? 'upgrade' : 'signUp')
  })
})

test('P1 P2 logged out: a week for free, and whoever was named by a sender could too', () => {
  expect([headlineOf(guest), subheaderOf(guest), pricingText(guest)]).toEqual([{ kind: 'guest' }, 'quickly', 'signUp'])
  const asked = { ...guest, sender: 'Anna' }
  expect([headlineOf(asked), subheaderOf(asked)]).toEqual([{ kind: 'sender', sender: 'Anna' }, 'youToo'])
  for (const box of rolesOnSale) expect(buttonOf(guest, box, 'monthly')).toEqual({ text: 'try', isDisabled: false })
})

test.each<[string, Reader, RoleOnSale, Period, string, boolean]>([
  ['free, never tried', reader('free', 'active', { period: null, mayTry: true }), 'pro', 'yearly', 'try', false],
  ['free, tried before', reader('free', 'active', { period: null }), 'pro', 'yearly', 'switch', false],
  ['the same plan by the month', reader('pro', 'active'), 'pro', 'monthly', 'switch', false],
  ['a trial, another plan', reader('pro', 'trialing'), 'business', 'yearly', 'switch', false],
  ['a given plan, in either period', reader('pro', 'active', { period: null }), 'pro', 'monthly', 'current', true],
  ['a given plan above those on sale', reader('team', 'active', { period: null }), 'business', 'yearly', 'switch', true],
  ['a given plan below one on sale', reader('pro', 'active', { period: null }), 'business', 'yearly', 'switch', false],
  ['suspended', reader('free', 'revoke', { period: null, mayTry: true }), 'pro', 'yearly', 'try', true],
])('P1 button: %s', (_, asked, role, period, text, isDisabled) => {
  expect(buttonOf(asked, role, period)).toEqual({ text, isDisabled })
})

test.each<[string, Reader, Period]>([
  ['a visitor', guest, 'yearly'],
  ['the free plan', reader('free', 'active', { period: null }), 'yearly'],
  ['a plan by the month', reader('pro', 'active', { period: 'monthly' }), 'monthly'],
  ['a plan by the year', reader('pro', 'active'), 'yearly'],
])('P1 %s: the period that is open first', (_, asked, period) => {
  expect(firstPeriod(asked)).toBe(period)
})

test.each([
  ['personal', 1200, 900, 3600, 25],
  ['pro', 2900, 1900, 12_000, 34],
  ['business', 6900, 4900, 24_000, 29],
] as const)(
  'K3 %s costs $%i cents a month, by the year %i, and saves %i, which is %i %%',
  (role, month, byYear, cents, percent) => {
    expect([monthlyCents(role, 'monthly'), monthlyCents(role, 'yearly')]).toEqual([month, byYear])
    expect(yearlySaving(role)).toEqual({ cents, percent })
  },
)

test('K3 what is on sale', () => {
  expect(['free', 'personal', 'pro', 'business', 'businessplus', 'gold', null].map(isOnSale)).toEqual([
    false,
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

test('K6 P1 how long a plan’s button turns, and when it leads on', () => {
  expect(timingsMs).toMatchObject({ planSpinner: 2400, planToSignUp: 950, planToPayment: 750 })
})
