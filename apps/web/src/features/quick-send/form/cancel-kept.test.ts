// @vitest-environment node
import { expect, test } from 'vitest'
import { keptNotice } from './cancel-kept.ts'

const nowMs = Date.parse('2026-05-01T12:00:00Z')

test.each([
  ['cancelled', false, '2026-05-08T12:00:00Z'],
  ['cancelledUnverified', false, '2026-05-01T13:00:00Z'],
  ['cancelledUnverified', false, '2026-05-01T12:01:00Z'],
  ['cancelled', true, '2026-05-01T13:00:00Z'],
  ['cancelled', false, null],
] as const)('Q13 %s: an account %s, kept until %s', (expected, hasAccount, expiresAt) => {
  expect(keptNotice({ hasAccount, plan: expiresAt ? { expiresAt } : null, nowMs })).toBe(expected)
})
