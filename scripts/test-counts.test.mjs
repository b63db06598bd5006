import { expect, test } from 'vitest'
import { addUp, playwrightCounts, summary, vitestCounts } from './test-counts.mjs'

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
