import { expect, test } from 'vitest'
import { expirySeconds, plans } from '../plans.ts'
import { linkEndMs, sendableDays } from './request-life.ts'

const day = 86_400_000
const week = 7 * day

test.each([
  ['no due date: as was chosen', plans.free, null, 0, week, week],
  ['due before the end', plans.free, 2 * day, 1, week, week],
  ['late files come after the end that was chosen', plans.pro, 6 * day, 5, week, 11 * day],
  ['the plan keeps a link for a week', plans.free, 6 * day, 5, week, week],
  ['the plan keeps one for longer', plans.pro, 400 * day, 5, week, 405 * day],
  ['a longer life that was chosen stays', plans.pro, 2 * day, 1, expirySeconds.never * 1000, expirySeconds.never * 1000],
] as const)('R7 %s', (_what, plan, dueAtMs, graceDays, chosenMs, endMs) => {
  const now = 1_800_000_000_000
  const due = { dueAtMs: dueAtMs === null ? null : now + dueAtMs, graceSeconds: (graceDays * day) / 1000 }
  expect(linkEndMs(due, now + chosenMs, plan, now) - now).toBe(endMs)
})

test.each([
  ['no grace', 0, [-3, 0]],
  ['three days, the third of which is over when it ends', 3, [-3, 0]],
  ['four days', 4, [-3, 0, 3]],
  ['a link that ends two days before', -2, [-3]],
] as const)('R7 %s: which reminders are offered', (_what, endDay, days) => {
  expect(sendableDays([-3, 0, 3], 0, endDay * day)).toEqual(days)
})
