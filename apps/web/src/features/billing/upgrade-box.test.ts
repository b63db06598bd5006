// @vitest-environment node
import { expect, test } from 'vitest'
import { showsUpgradeBox } from './upgrade-box.tsx'

test.each([
  ['free', 1, false, false],
  ['free', 2, false, true],
  ['free', 40, false, true],
  ['free', 2, true, false],
  ['personal', 2, false, false],
  ['teamelite', 40, false, false],
] as const)('T7 %s, log-in %i, team member %s: %s', (role, loginCount, isTeamMember, isShown) => {
  expect(showsUpgradeBox({ role, loginCount, isTeamMember })).toBe(isShown)
})
