/** How many tests passed, failed and were skipped, out of the result files of the two runners. */

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

/** `unexpected` failed, `flaky` passed only when tried again: that is no pass. Errors stand outside of every test. */
export function playwrightCounts({ stats, errors = [] }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped }
}

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
