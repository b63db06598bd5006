/** Holds /openapi.json against Redocly's recommended rules: no error, no warning. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describeCalls } from './describe-calls.mjs'
import { report } from './source-files.mjs'
import { root } from './steps.mjs'

const folder = path.join(root, `node_modules/.cache/check-calls-${process.pid}`)

function lint(file) {
  // Neither tells anybody of this run nor looks for a newer one.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const command = [
    path.join(root, 'node_modules/@redocly/cli/bin/cli.js'),
    'lint',
    file,
    '--extends=recommended',
    '--format=json',
  ]
  const { stdout, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const reported = stdout.slice(stdout.indexOf('{'))
  if (!reported) throw new Error(stderr)
  const { problems } = JSON.parse(reported)
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`)
}

try {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(await describeCalls(folder), null, 1))
  report('Description of the calls', lint(file))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
