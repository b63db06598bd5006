import { expect, test } from 'vitest'
import { keptSeconds } from './kept-upload.ts'

const hour = 3600
const week = 7 * 86_400
const GB = 1_000_000_000

test.each([
  ['an account or a verified address, nothing there', true, null, 0, GB, week],
  ['somebody asked by name, nothing there', true, 'request', 0, GB, week],
  ['a guest, nothing there', false, null, 0, GB, hour],
  ['a guest, all there', false, null, GB, GB, hour],
  ['a stranger, nothing there', false, 'request', 0, GB, hour],
  ['a stranger, one byte of a gigabyte', false, 'request', 1, GB, hour],
  ['a stranger, a hundredth', false, 'request', GB / 100, GB, hour + (week - hour) * 0.04],
  ['a stranger, an eighth', false, 'request', GB / 8, GB, hour + (week - hour) / 2],
  ['a stranger, a quarter', false, 'request', GB / 4, GB, week],
  ['a stranger, all there', false, 'request', GB, GB, week],
  ['a stranger, more than is declared by now', false, 'request', GB, GB / 2, week],
  ['a stranger, empty files alone', false, 'request', 0, 0, hour],
] as const)('Q13 R4 U5 %s', (_who, isVerified, purposeId, receivedBytes, declaredBytes, seconds) => {
  expect(keptSeconds({ isVerified, purposeId, receivedBytes, declaredBytes })).toBe(seconds)
})
