/**
 * What the result files of the two runners say, in one form.
 *
 * A report is `{ passed, failed, skipped, failures, files }`: `failures` are tests that can be named, run again and explained, `broken` ones
 * (files that do not load, errors outside of tests) cannot be run again; `files` has the seconds of each file.
 */
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../steps.mjs'

const isFailed = ({ status }) => status === 'failed'
const inProject = (file) => path.relative(root, path.resolve(root, file))

/** The lines of an error that say what is wrong and where, without the colours of a terminal. */
function reasonOf(messages) {
  const lines = stripVTControlCharacters(messages.filter(Boolean).join('\n'))
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const where = lines.find((line) => /^at .*\.(test|spec)\./.test(line))
  return [lines[0], where].filter(Boolean).map((line) => line.slice(0, 300))
}

/** A file that could not be loaded has no tests to count, so it counts as one failure itself. */
function vitestFailures({ name, status, message, assertionResults }) {
  if (status !== 'failed') return []
  const file = inProject(name)
  const failed = assertionResults.filter(isFailed)
  if (!failed.length) return [{ suite: 'code', file, title: '', broken: true, reason: reasonOf([message]) }]
  return failed.map(({ fullName, failureMessages = [] }) => ({
    suite: 'code',
    file,
    title: fullName,
    broken: false,
    reason: reasonOf(failureMessages),
  }))
}

export function vitestReport(result) {
  const failures = result.testResults.flatMap(vitestFailures)
  return {
    passed: result.numPassedTests,
    failed: failures.length,
    skipped: result.numPendingTests + (result.numTodoTests ?? 0),
    failures,
    files: result.testResults.map(({ name, startTime, endTime }) => ({
      file: inProject(name),
      seconds: (endTime - startTime) / 1000,
    })),
  }
}

/** All specs below a suite, each with the titles of the groups that it stands in. The first two levels are the file itself. */
function specsOf({ specs = [], suites = [] }, titles = []) {
  return [
    ...specs.map((spec) => ({ ...spec, titles: [...titles, spec.title] })),
    ...suites.flatMap((suite) => specsOf(suite, [...titles, suite.title])),
  ]
}

const resultsOf = ({ tests = [] }) => tests.flatMap(({ results = [] }) => results)

function playwrightFailure(spec) {
  const [first] = resultsOf(spec).flatMap(({ errors = [] }) => errors)
  return {
    suite: 'journeys',
    file: path.join('e2e', spec.folder, spec.file),
    title: spec.titles.join(' '),
    broken: false,
    reason: reasonOf([String(first?.message ?? 'no error was kept')]),
  }
}

/** `flaky` passed only when tried again by the runner itself: that is no pass. Errors stand outside of every test. */
export function playwrightReport({ suites = [], errors = [], stats }, folder = '') {
  const specs = suites.flatMap((file) => specsOf(file)).map((spec) => ({ ...spec, folder }))
  const outside = errors.map(({ message }) => ({
    suite: 'journeys',
    file: '',
    title: '',
    broken: true,
    reason: reasonOf([String(message)]),
  }))
  const failures = [...specs.filter(({ ok }) => !ok).map(playwrightFailure), ...outside]
  const seconds = new Map()
  for (const spec of specs) {
    const spent = resultsOf(spec).reduce((sum, { duration = 0 }) => sum + duration / 1000, 0)
    const file = path.join('e2e', folder, spec.file)
    seconds.set(file, (seconds.get(file) ?? 0) + spent)
  }
  return {
    passed: stats.expected,
    failed: failures.length,
    skipped: stats.skipped,
    failures,
    files: [...seconds].map(([file, spent]) => ({ file, seconds: spent })),
  }
}

export const nameOf = ({ file, title }) => [file, title].filter(Boolean).join(' > ') || 'outside of tests'

export const addUp = (all) =>
  all.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )

/** The closing line, which other programs read. */
export const summary = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
