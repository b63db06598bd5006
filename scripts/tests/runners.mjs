/** The two runners, each as a process of its own: vitest for the code, Playwright for the journeys in a browser. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureJourneysInstalled } from '../../e2e/install.mjs'
import { ensureBuilt } from '../build.mjs'
import { ensureInstalled } from '../install.mjs'
import { root } from '../steps.mjs'
import { playwrightReport, vitestReport } from './results.mjs'

const resultFile = path.join(root, 'node_modules/.cache/test-results/result.json')

function programEnds(command, options) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { stdio: 'inherit', ...options })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}

/** A run that leaves no result, or says that it went wrong without naming a test, counts as one failure that no second run mends. */
function broken(suite, reason) {
  const failure = { suite, file: '', title: '', broken: true, reason: [reason] }
  return { passed: 0, failed: 1, skipped: 0, failures: [failure], files: [] }
}

async function report(suite, prepare, start, read) {
  const begin = performance.now()
  try {
    await prepare()
    mkdirSync(path.dirname(resultFile), { recursive: true })
    rmSync(resultFile, { force: true })
    const isGood = await start()
    const found = read(JSON.parse(readFileSync(resultFile, 'utf8')))
    if (!isGood && !found.failed) {
      const outside = broken(suite, 'the run failed outside of its tests')
      Object.assign(found, { failed: 1, failures: outside.failures })
    }
    return { suite, ...found, seconds: (performance.now() - begin) / 1000 }
  } catch (error) {
    return { suite, ...broken(suite, `no result: ${error.message}`), seconds: (performance.now() - begin) / 1000 }
  }
}

/** `files` are parts of paths (none: all of the configuration), `title` a pattern of full titles. */
export function runCode({ config, files = [], title }) {
  const tool = path.join(root, 'node_modules/vitest/vitest.mjs')
  const shown = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultFile}`]
  const chosen = title ? ['--testNamePattern', title] : []
  return report(
    'code',
    async () => {
      await ensureInstalled({ dev: true })
      await ensureBuilt()
    },
    () => programEnds([tool, 'run', '--config', config, ...shown, ...chosen, ...files], { cwd: root }),
    vitestReport,
  )
}

/** As `runCode`, with a configuration in e2e/; `more` is said to the runner as it is. */
export function runJourneys({ config, files = [], title, more = [] }) {
  const cwd = path.join(root, 'e2e')
  const tool = path.join(cwd, 'node_modules/@playwright/test/cli.js')
  const chosen = title ? ['--grep', title] : []
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: resultFile }
  return report(
    'journeys',
    async () => {
      await ensureInstalled({ dev: true })
      await ensureJourneysInstalled()
      await ensureBuilt()
    },
    () => programEnds([tool, 'test', '-c', config, '--reporter=list,json', ...chosen, ...more, ...files], { cwd, env }),
    (result) => playwrightReport(result, path.relative(cwd, result.config.rootDir)),
  )
}
