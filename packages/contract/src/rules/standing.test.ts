import { expect, test } from 'vitest'
import { licenceRole, standingOf } from './standing.ts'

const nothing = { subscription: null, licences: 0, givenRole: null, isRevoked: false }
const sub = (
  role: 'personal' | 'pro' | 'business',
  status: 'trialing' | 'active' | 'past_due' | 'unpaid' | 'incomplete' | 'canceled',
) => ({
  subscription: { role, status },
})

test.each([
  ['nothing at all', {}, 'free', 'active'],
  ['a trial', sub('pro', 'trialing'), 'pro', 'trialing'],
  ['a paid plan', sub('business', 'active'), 'business', 'active'],
  ['a failed payment', sub('pro', 'past_due'), 'pro', 'past_due'],
  ['an ended trial', sub('pro', 'unpaid'), 'pro', 'unpaid'],
  ['a payment that was never made', sub('pro', 'incomplete'), 'free', 'active'],
  ['a plan that has ended', sub('pro', 'canceled'), 'free', 'active'],
  ['two codes', { licences: 2 }, 'pro', 'active'],
  ['eight codes', { licences: 8 }, 'teamelite', 'active'],
  ['codes above a plan', { licences: 3, ...sub('pro', 'active') }, 'business', 'active'],
  ['a plan above codes', { licences: 1, ...sub('pro', 'active') }, 'pro', 'active'],
  ['a failed plan above codes', { licences: 1, ...sub('pro', 'unpaid') }, 'personal', 'active'],
  ['a given role', { givenRole: 'team' as const }, 'team', 'active'],
  ['a given role below codes', { givenRole: 'personal' as const, licences: 4 }, 'businessplus', 'active'],
  ['a suspended account', { isRevoked: true, ...sub('pro', 'active') }, 'pro', 'revoke'],
])('P5 P6 A8 the standing with %s', (_, grounds, role, status) => {
  expect(standingOf({ ...nothing, ...grounds })).toEqual({ role, status })
})

test('P6 n codes give the n-th paid role', () => {
  expect([0, 1, 8, 9].map(licenceRole)).toEqual(['free', 'personal', 'teamelite', 'teamelite'])
})
