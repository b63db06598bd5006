import { expect, test } from 'vitest'
import { GB } from '../plans.ts'
import { needsIn, needsQuery, type PlanNeeds, planThatAllows } from './plan-needs.ts'

test.each<[PlanNeeds, string | null]>([
  [{ recipients: 7 }, 'personal'],
  [{ uploadBytes: 25 * GB }, 'pro'],
  [{ uploadBytes: 25 * GB + 1 }, 'business'],
  [{ uploadBytes: GB, files: 51 }, 'pro'],
  [{ transfersPerMonth: 31 }, 'pro'],
  [{ files: 300, storageBytes: 11 * GB }, 'business'],
  [{ recipients: 101 }, null],
])('Q6 K1 of what is on sale the smallest that allows %j is %s, also as the address carries it', (needs, role) => {
  expect(planThatAllows(needs)).toBe(role)
  expect(needsIn(new URLSearchParams(needsQuery(needs)))).toEqual(needs)
})

test('Q6 an address that names nothing, or nonsense, needs nothing', () => {
  expect(needsQuery({})).toBe('')
  for (const query of ['', 'files=', 'files=many', 'files=-1', 'uploadBytes=0'])
    expect(needsIn(new URLSearchParams(query))).toBe(null)
})
