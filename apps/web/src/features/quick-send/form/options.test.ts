// @vitest-environment node
import { expirySeconds, plans } from '@sampan/contract/plans'
import { mayExpireAfter } from '@sampan/contract/rules/expiry'
import { startValues } from '@sampan/contract/rules/sender-values'
import { expect, test } from 'vitest'
import { dayOf, endOfDay } from '../../../product/plans/expiry-choice.ts'
import { chosenOptions, newOptions, type Options } from './options.ts'

const now = new Date(2026, 10, 21, 15, 30)
const chosen = (options: Partial<Options>, plan = plans.pro, hasAccount = true) =>
  chosenOptions({ ...newOptions, ...options }, plan, hasAccount, now)

test('Q11 without a choice: a week, no password, no limit, and a notice', () => {
  const { message: _, ...values } = startValues
  expect(chosen({})).toEqual({
    ...values,
    mailLanguage: null,
    expirySeconds: expirySeconds.week,
    password: null,
  })
})

test('K4 a date ends with its day where the sender is, and the server takes it', () => {
  const { expirySeconds: seconds } = chosen({ expiry: 'custom', untilDay: '2026-11-24' })
  expect(new Date(now.getTime() + seconds * 1000)).toEqual(new Date(2026, 10, 24, 23, 59, 59))
  expect(mayExpireAfter(plans.pro, seconds)).toBe(true)
  expect(dayOf(endOfDay('2026-11-24'))).toBe('2026-11-24')
})

test('K4 what the plan does not hold is not sent', () => {
  expect(chosen({ expiry: 'year' }, plans.free).expirySeconds).toBe(expirySeconds.week)
  expect(chosen({ expiry: 'custom', untilDay: '2026-11-24' }, plans.free).expirySeconds).toBe(expirySeconds.week)
  expect(chosen({ expiry: 'year' }).expirySeconds).toBe(expirySeconds.year)
})

test('Q11 a password and a limit of a visitor wait for an account', () => {
  const set = { password: 'secret!', downloadLimit: ' 5 ' }
  expect(chosen(set)).toMatchObject({ password: 'secret!', downloadLimit: 5 })
  expect(chosen(set, plans.anon, false)).toMatchObject({ password: null, downloadLimit: null })
})
