import { expect, test } from 'vitest'
import { choiceQuery, chosenPlan } from './chosen-plan.ts'

test.each([
  ['role=pro&period=monthly', { role: 'pro', period: 'monthly' }],
  ['role=business', { role: 'business', period: 'yearly' }],
  ['role=personal&period=weekly', { role: 'personal', period: 'yearly' }],
  ['role=teamelite&period=yearly', null],
  ['role=free', null],
  ['', null],
])('P1 the address %j names %j', (query, plan) => {
  expect(chosenPlan(new URLSearchParams(query))).toEqual(plan)
})

test('P1 P7 Q14 save and verifyComplete are carried on, the sender of the headline is not', () => {
  const before = new URLSearchParams('save=Ab3dE6g&verifyComplete=K7M2P&sender=Anna&x=1')
  expect(choiceQuery({ role: 'pro', period: 'yearly' }, before)).toBe('?role=pro&period=yearly&save=Ab3dE6g&verifyComplete=K7M2P')
  expect(choiceQuery(null, before)).toBe('?save=Ab3dE6g&verifyComplete=K7M2P')
  expect(choiceQuery(null)).toBe('')
})
