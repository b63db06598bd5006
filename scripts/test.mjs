/** `npm test`: all tests of the code, then the journeys in a browser. The last line says how many passed and failed in both. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureJourneysInstalled } from '../e2e/install.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './steps.mjs'
import { addUp, playwrightCounts, playwrightFailures, summary, vitestCounts, vitestFailures } from './test-counts.mjs'

const failed = []
const results = path.join(root, 'node_modules/.cache/test-results')

function programEnd(command, options) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { stdio: 'inherit', ...options })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}

/** A suite that leaves no result, or says that it went wrong without naming a test, counts as one failure. */
async function suite(name, { counts, failures }, resultFile, start) {
  rmSync(resultFile, { force: true })
  const isGood = await start()
  try {
    const result = JSON.parse(readFileSync(resultFile, 'utf8'))
    const counted = counts(result)
    failed.push(...failures(result))
    if (isGood || counted.failed) return counted
    console.error(`${name}: the run failed outside of its tests.`)
    return { ...counted, failed: 1 }
  } catch (error) {
    console.error(`${name}: no result. ${error.message}`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

function codeTests() {
  const file = path.join(results, 'code.json')
  const tool = path.join(root, 'node_modules/vitest/vitest.mjs')
  const command = [tool, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return suite('Tests of the code', { counts: vitestCounts, failures: vitestFailures }, file, () =>
    programEnd(command, { cwd: root }),
  )
}

function journeys() {
  const file = path.join(results, 'journeys.json')
  const command = [path.join(root, 'e2e/node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json']
  const options = { cwd: path.join(root, 'e2e'), env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file } }
  return suite('Journeys', { counts: playwrightCounts, failures: playwrightFailures }, file, () => programEnd(command, options))
}

/** What has to be there before a suite can run; when that fails, the suite has failed. */
async function after(prepare, run) {
  try {
    await prepare()
    return await run()
  } catch (error) {
    console.error(error.message)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

mkdirSync(results, { recursive: true })
const code = await after(async () => {
  await ensureInstalled({ dev: true })
  await ensureBuilt()
}, codeTests)
const browser = await after(async () => {
  await ensureJourneysInstalled()
  await ensureBuilt()
}, journeys)
const total = addUp([code, browser])
process.exitCode = total.failed || !total.passed ? 1 : 0
if (failed.length) process.stdout.write(`\nFailed:\n${failed.map((title) => `  ${title}`).join('\n')}\n`)
process.stdout.write(`\n${summary(total)}\n`)
