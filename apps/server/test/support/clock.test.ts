import { expect, test } from 'vitest'
import { aheadMs } from './clock.ts'

test.each([
  ['2026-11-30T23:59:59.999Z', '2026-12-15T12:00:00.000Z'],
  ['2026-12-01T00:00:00.000Z', '2027-01-15T12:00:00.000Z'],
  ['2026-12-15T12:00:00.000Z', '2027-01-15T12:00:00.000Z'],
  ['2027-01-31T10:00:00.000Z', '2027-02-15T12:00:00.000Z'],
])('tests that begin at %s take it for %s', (now, taken) => {
  const nowMs = Date.parse(now)
  expect(new Date(nowMs + aheadMs(nowMs)).toISOString()).toBe(taken)
})
