import { expect, test } from 'vitest'
import { expirySeconds, plans } from '../plans.ts'
import { expiryName, mayExpireAfter } from './expiry.ts'

test.each([
  ['anon', expirySeconds.week, true],
  ['anon', expirySeconds.month, false],
  ['anon', expirySeconds.week - 1, false],
  ['free', expirySeconds.never, false],
  ['personal', expirySeconds.never, true],
  ['personal', 86_400, true],
  ['pro', expirySeconds.never + 1, false],
  ['pro', 0, false],
  ['pro', -1, false],
  ['pro', 1.5, false],
  ['pro', Number.NaN, false],
] as const)('K4 %s may keep a link for %d s: %s', (role, seconds, answer) => {
  expect(mayExpireAfter(plans[role], seconds)).toBe(answer)
})

test('K4 the name of a lifetime', () => {
  expect([expiryName(604_800), expiryName(86_400)]).toEqual(['week', undefined])
})
