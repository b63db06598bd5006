/** `npm run bench`, `bench:nodes`, `bench:page`, `bench:stores`, `growth` and `scale`: has what they need in place, then runs one of the programs in bench/. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { main, root, run, StepError, step } from './steps.mjs'

const folder = path.join(root, 'bench')
const stampFile = path.join(folder, 'node_modules/.installed')
const wanted = () =>
  createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .digest('hex')

/** Packages of its own, so that nobody who only runs the product downloads another server. */
async function ensureBenchInstalled() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted()) return
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  const command = [...npm, 'ci', '--no-audit', '--no-fund']
  await step('Installing what to compare with', 'Installed what to compare with', () => run('npm ci', command, { cwd: folder }))
  writeFileSync(stampFile, wanted())
}

await main(async () => {
  const program = process.argv[2]
  if (!existsSync(path.join(folder, `${program}.mjs`))) throw new StepError(`There is no bench/${program}.mjs`)
  await ensureInstalled()
  await ensureBenchInstalled()
  await ensureBuilt()
  await run(`bench/${program}.mjs`, [process.execPath, `bench/${program}.mjs`], { show: true })
})
