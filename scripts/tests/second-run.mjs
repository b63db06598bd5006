/** A failure is run again, alone and in the open: what passes then is named as FLAKY, never hidden. */
import { nameOf } from './results.mjs'

const max = 3
/** Races and durability: one failure in ten runs is the fault itself. */
const neverAgain = /\b(?:R0[1-9]|R1[0-6]|R19|R21|INV\d?)\b/

export function mayRunAgain(failures) {
  return failures.length > 0 && failures.length <= max && failures.every(({ broken }) => !broken)
}

export const isRace = ({ title }) => neverAgain.test(title)

/** Of a full title; the runners put tags behind it, and Playwright names of its own before it. */
export const patternOf = (title) => `${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?: @\\S+)*$`

/**
 * `runAlone(failure)` runs that one test in a fresh process and resolves with its report.
 * Resolves with the failures that stay and those that passed alone.
 */
export async function runAgain(failures, runAlone) {
  if (!mayRunAgain(failures)) return { failed: failures, flaky: [] }
  const failed = []
  const flaky = []
  for (const failure of failures) {
    const { passed, failed: again } = isRace(failure) ? { passed: 0, failed: 1 } : await runAlone(failure)
    if (passed === 1 && again === 0) flaky.push(failure)
    else failed.push(failure)
  }
  return { failed, flaky }
}

const withReason = (failure) => [nameOf(failure), ...failure.reason.map((line) => `    ${line}`)].join('\n')

/** What a person looks for first at the end of a long log. */
export function reportLines({ failed, flaky }) {
  return [
    ...(failed.length ? ['Failed:', ...failed.map((failure) => `  ${withReason(failure)}`)] : []),
    ...flaky.map((failure) => `FLAKY ${nameOf(failure)}: ${failure.reason[0] ?? 'no error was kept'}`),
  ]
}
