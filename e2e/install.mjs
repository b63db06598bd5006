/** The journeys have packages of their own, so that nobody who only runs the product downloads a browser. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root, run, step } from '../scripts/steps.mjs'

const folder = path.join(root, 'e2e')
const stampFile = path.join(folder, 'node_modules/.installed')
const wanted = () =>
  createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .digest('hex')

export async function ensureJourneysInstalled() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted()) return
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  const command = [...npm, 'ci', '--no-audit', '--no-fund']
  await step('Installing the browser', 'Installed the browser', () => run('npm ci', command, { cwd: folder }))
  writeFileSync(stampFile, wanted())
}
