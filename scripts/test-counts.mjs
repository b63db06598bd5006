/** How many tests passed, failed and were skipped, out of the result files of the two runners. */
import { stripVTControlCharacters } from 'node:util'

/** A file that could not be loaded has no tests to count, so it counts as one failure itself. */
export function vitestCounts(result) {
  const brokenFiles = result.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some(isFailed),
  )
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + brokenFiles.length,
    skipped: result.numPendingTests + (result.numTodoTests ?? 0),
  }
}

const isFailed = ({ status }) => status === 'failed'

/** The lines of an error that say what is wrong and where, without the colours of a terminal. */
function reason(messages) {
  const lines = stripVTControlCharacters(messages.join('\n'))
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const where = lines.find((line) => /^at .*\.test\.|^at .*\.spec\./.test(line))
  return [lines[0], ...(where ? [where] : [])]
    .filter(Boolean)
    .map((line) => `\n      ${line.slice(0, 300)}`)
    .join('')
}

/** The titles of what failed, each behind its file and before why: what a person looks for first at the end of a long log. */
export const vitestFailures = ({ testResults }) =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults
        .filter(isFailed)
        .map(({ fullName, failureMessages = [] }) => `${name} > ${fullName}${reason(failureMessages)}`)
      return failed.length ? failed : [name + reason(message ? [message] : [])]
    })

/** `unexpected` failed, `flaky` passed only when tried again: that is no pass. Errors stand outside of every test. */
export function playwrightCounts({ stats, errors = [] }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped }
}

export const playwrightFailures = ({ suites = [], errors = [] }) => [
  ...suites.flatMap(({ specs = [], suites: within }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, line, title, tests = [] }) => {
        const errors = tests.flatMap((test) => test.results ?? []).flatMap((result) => result.errors ?? [])
        return `${file}:${line} > ${title}${reason(errors.slice(0, 1).map(({ message }) => String(message)))}`
      }),
    ...playwrightFailures({ suites: within }),
  ]),
  ...errors.map(({ message }) => String(message).split('\n')[0]),
]

export const addUp = (all) =>
  all.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )

export const summary = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
