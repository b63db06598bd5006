/** Runs suites one after the other, what failed once more alone, and closes with the time, the failures and the line that says how many. */
import { budget, partTimes } from './budget.mjs'
import { addUp, summary } from './results.mjs'
import { runCode, runJourneys } from './runners.mjs'
import { patternOf, reportLines, runAgain } from './second-run.mjs'

/** In the configuration that the test failed in: a fresh process, a fresh server and database, nothing beside it. */
function alone(configs, { suite, file, title }) {
  const pattern = patternOf(title)
  if (suite === 'code') return runCode({ config: configs.code, files: [file], title: `^${pattern}` })
  const inFolder = file.replace(/^e2e\//, '')
  return runJourneys({ config: configs.journeys, files: [inFolder], title: pattern, more: ['--workers=1'] })
}

/** `suites` are functions that resolve with a report; `configs` names the configuration of each runner; `parts` are to be told apart. */
export async function runTests(suites, configs, parts) {
  const reports = []
  for (const suite of suites) reports.push(await suite())
  const all = addUp(reports)
  const { failed, flaky } = await runAgain(
    reports.flatMap(({ failures }) => failures),
    (failure) => alone(configs, failure),
  )
  const total = { passed: all.passed + flaky.length, failed: failed.length, skipped: all.skipped }
  process.exitCode = total.failed || !total.passed ? 1 : 0
  console.log(
    [
      '',
      ...budget(reports),
      ...(parts ? partTimes(reports, parts) : []),
      '',
      ...reportLines({ failed, flaky }),
      '',
      summary(total),
    ].join('\n'),
  )
}
