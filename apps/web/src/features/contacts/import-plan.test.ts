import { expect, test } from 'vitest'
import { importPlan } from './import-plan.ts'

const contacts = ['a', 'b', 'c', 'd'].map((name) => ({ email: `${name}@example.com`, name, company: '', note: '' }))

test.each([
  ['no limit', undefined, { added: 3, known: 1, over: 0, left: null }],
  ['a plan without one', { most: null, allCount: 900 }, { added: 3, known: 1, over: 0, left: null }],
  ['room for all', { most: 20, allCount: 17 }, { added: 3, known: 1, over: 0, left: 3 }],
  ['room for two', { most: 20, allCount: 18 }, { added: 2, known: 1, over: 1, left: 2 }],
  ['none, of a plan that is smaller by now', { most: 20, allCount: 25 }, { added: 0, known: 1, over: 3, left: 0 }],
])('T6 K2 what an import will do is known before it: %s', (_, page, expected) => {
  const { fateOf, ...counts } = importPlan(contacts, new Set(['b@example.com']), page)
  expect(counts).toEqual(expected)
  const fates = contacts.map(({ email }) => fateOf(email))
  expect(fates.filter((fate) => fate === 'importIsOver')).toHaveLength(expected.over)
  expect(fates[1]).toBe('importIsKnown')
  expect(fates.at(-1)).toBe(expected.over > 0 ? 'importIsOver' : 'importIsNew')
})
