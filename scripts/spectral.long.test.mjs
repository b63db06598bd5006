/** /openapi.json by the rules of Spectral, all of them; Redocly's are in `npm run check`. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeCalls } from './describe-calls.mjs'
import { root } from './steps.mjs'

const home = path.join(root, 'scripts/spectral')
const cli = path.join(home, 'node_modules/@stoplight/spectral-cli/dist/index.js')

test('H2 the description of the calls is clean by every rule of Spectral', async () => {
  if (!existsSync(cli)) execFileSync('npm', ['ci', '--silent', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: home })
  const folder = path.join(root, `node_modules/.cache/spectral-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(await describeCalls(folder)))
  const words = [
    'lint',
    file,
    '--ruleset',
    path.join(home, '.spectral.json'),
    '--format',
    'json',
    '--fail-severity',
    'hint',
    '--quiet',
  ]
  const { stdout, stderr } = spawnSync(process.execPath, [cli, ...words], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  expect(stderr).toBe('')
  const found = JSON.parse(stdout.slice(stdout.indexOf('[')))
  expect(found.map(({ code, message, path: at }) => `${code}: ${message} (${at.join('.')})`)).toEqual([])
})
