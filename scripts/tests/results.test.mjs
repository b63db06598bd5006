import { expect, test } from 'vitest'
import { addUp, nameOf, playwrightReport, summary, vitestReport } from './results.mjs'

const vitest = { numPassedTests: 3, numPendingTests: 2, numTodoTests: 1 }
const file = { startTime: 1000, endTime: 3500 }

test('O1 the last line adds up both runners', () => {
  const failed = { status: 'failed', fullName: 'Q1', failureMessages: [] }
  const code = vitestReport({
    ...vitest,
    testResults: [{ ...file, name: 'a.test.ts', status: 'failed', assertionResults: [failed] }],
  })
  const journeys = playwrightReport({ stats: { expected: 4, skipped: 0 } })
  expect(summary(addUp([code, journeys]))).toBe('7 passed, 1 failed, 3 skipped')
  expect(summary({ passed: 1, failed: 0, skipped: 0 })).toBe('1 passed, 0 failed')
})

test('a file that does not load and an error outside of every test are failures that name no test', () => {
  const broken = { ...file, name: 'b.test.ts', status: 'failed', message: 'cannot be read', assertionResults: [] }
  const [code] = vitestReport({ ...vitest, testResults: [broken] }).failures
  const [outside] = playwrightReport({ errors: [{ message: 'no port\nat' }], stats: { expected: 1, skipped: 0 } }).failures
  expect([code, outside]).toMatchObject([
    { broken: true, reason: ['cannot be read'] },
    { broken: true, reason: ['no port'] },
  ])
  expect([code, outside].map(nameOf)).toEqual(['b.test.ts', 'outside of tests'])
})

test('what failed is named, with its file, its reason and the seconds of its file', () => {
  const failureMessages = ['AssertionError: 1 is not 2\n    at inner.ts:1:1\n    at /a.test.ts:9:3']
  const failed = { status: 'failed', fullName: 'Q1 a sends', failureMessages }
  const testResults = [
    { ...file, name: 'a.test.ts', status: 'failed', assertionResults: [failed, { status: 'passed', fullName: 'no' }] },
    { ...file, name: 'good.test.ts', status: 'passed', assertionResults: [] },
  ]
  const { failures, files } = vitestReport({ ...vitest, testResults })
  expect(failures).toEqual([
    {
      suite: 'code',
      file: 'a.test.ts',
      title: 'Q1 a sends',
      broken: false,
      reason: ['AssertionError: 1 is not 2', 'at /a.test.ts:9:3'],
    },
  ])
  expect(files).toEqual([
    { file: 'a.test.ts', seconds: 2.5 },
    { file: 'good.test.ts', seconds: 2.5 },
  ])
})

test('a journey is named by the groups that it stands in', () => {
  const tests = (duration, errors) => [{ results: [{ duration, errors }] }]
  const specs = [
    { file: 'j.spec.ts', title: 'D1', ok: false, tests: tests(2000, [{ message: 'Timed out' }]) },
    { file: 'j.spec.ts', title: 'D2', ok: true, tests: tests(500, []) },
  ]
  const suites = [{ title: 'j.spec.ts', suites: [{ title: 'in zh', specs }] }]
  const report = playwrightReport({ suites, stats: { expected: 1, skipped: 0 } }, 'journeys')
  expect(report.failures).toMatchObject([
    { suite: 'journeys', file: 'e2e/journeys/j.spec.ts', title: 'in zh D1', reason: ['Timed out'] },
  ])
  expect(report.files).toEqual([{ file: 'e2e/journeys/j.spec.ts', seconds: 2.5 }])
})
