import { expect, test } from 'vitest'
import { addUp, playwrightCounts, playwrightFailures, summary, vitestCounts, vitestFailures } from './test-counts.mjs'

const vitest = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }

test('O1 the last line adds up both runners', () => {
  const code = vitestCounts({ ...vitest, testResults: [{ status: 'failed', assertionResults: [{ status: 'failed' }] }] })
  const journeys = playwrightCounts({ stats: { expected: 4, unexpected: 0, flaky: 0, skipped: 0 } })
  expect(summary(addUp([code, journeys]))).toBe('7 passed, 1 failed, 3 skipped')
})

test('a file that does not load, a flaky journey and an error outside of every test are failures', () => {
  expect(vitestCounts({ ...vitest, testResults: [{ status: 'failed', assertionResults: [] }] }).failed).toBe(2)
  expect(playwrightCounts({ stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 0 }, errors: [{}] }).failed).toBe(2)
  expect(summary({ passed: 1, failed: 0, skipped: 0 })).toBe('1 passed, 0 failed')
})

test('what failed is named, with its file', () => {
  const failureMessages = ['AssertionError: 1 is not 2\n    at inner.ts:1:1\n    at /a.test.ts:9:3']
  const failed = { status: 'failed', fullName: 'Q1 a sends', failureMessages }
  const testResults = [
    { name: 'a.test.ts', status: 'failed', assertionResults: [failed, { status: 'passed', fullName: 'no' }] },
    { name: 'broken.test.ts', status: 'failed', message: 'cannot be read', assertionResults: [] },
    { name: 'good.test.ts', status: 'passed', assertionResults: [] },
  ]
  expect(vitestFailures({ testResults })).toEqual([
    'a.test.ts > Q1 a sends\n      AssertionError: 1 is not 2\n      at /a.test.ts:9:3',
    'broken.test.ts\n      cannot be read',
  ])
  const specs = [
    { file: 'j.spec.ts', line: 3, title: 'D1', ok: false, tests: [{ results: [{ errors: [{ message: 'Timed out' }] }] }] },
    { ok: true },
  ]
  expect(playwrightFailures({ suites: [{ suites: [{ specs }] }], errors: [{ message: 'no port\nat' }] })).toEqual([
    'j.spec.ts:3 > D1\n      Timed out',
    'no port',
  ])
})
