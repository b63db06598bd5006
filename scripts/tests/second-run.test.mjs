import { expect, test } from 'vitest'
import { patternOf, reportLines, runAgain } from './second-run.mjs'

const failure = (title, more = {}) => ({ suite: 'code', file: 'a.test.ts', title, broken: false, reason: ['Error: no'], ...more })
const passes = { passed: 1, failed: 0 }
const fails = { passed: 0, failed: 1 }

test('what passes alone is told as flaky with its first error, and what fails again stays failed', async () => {
  const result = await runAgain([failure('Q1 a'), failure('Q2 b')], async ({ title }) => (title === 'Q1 a' ? passes : fails))
  expect(result.flaky.map(({ title }) => title)).toEqual(['Q1 a'])
  expect(result.failed.map(({ title }) => title)).toEqual(['Q2 b'])
  expect(reportLines(result)).toEqual(['Failed:', '  a.test.ts > Q2 b\n    Error: no', 'FLAKY a.test.ts > Q1 a: Error: no'])
})

test('a test that was not found alone has not passed', async () => {
  const { failed } = await runAgain([failure('Q1 a')], async () => ({ passed: 0, failed: 0 }))
  expect(failed).toHaveLength(1)
})

test.each([
  ['a fourth failure', ['a', 'b', 'c', 'd'].map((title) => failure(title))],
  ['a broken file', [failure('a'), failure('', { broken: true })]],
  ['a race', [failure('R05 twenty at once')]],
  ['durability', [failure('T9 INV1 a part')]],
])('%s is never run again', async (_, failures) => {
  const asked = []
  const { failed } = await runAgain(failures, async (one) => {
    asked.push(one)
    return passes
  })
  expect(asked).toEqual([])
  expect(failed).toEqual(failures)
})

test('the pattern of a title finds this title only, with tags behind it', () => {
  const pattern = new RegExp(patternOf('D3 a (b) costs $5?'))
  expect(pattern.test('chromium x.spec.ts D3 a (b) costs $5? @gate')).toBe(true)
  expect(pattern.test('D3 a (b) costs $5? and more')).toBe(false)
})
