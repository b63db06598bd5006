/** Installs the packages of the lock file, if they are not there yet. */
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root, run, step } from './steps.mjs'

const lockFile = path.join(root, 'package-lock.json')
/** What npm itself notes down when an installation is complete. */
const npmNotes = path.join(root, 'node_modules/.package-lock.json')
const stampFile = path.join(root, 'node_modules/.sampan-install.json')

const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** The stamp counts as long as neither the lock file nor npm's own notes have changed since. */
function stampFor(dev) {
  return { lock: hashOf(lockFile), notes: hashOf(npmNotes), dev }
}

function writeStamp(dev) {
  try {
    writeFileSync(stampFile, JSON.stringify(stampFor(dev)))
  } catch {
    // A checkout that this account may only read: the next start looks through the packages again.
  }
}

/** Whether npm, run by hand, put every package in place. Optional ones may be for other machines. */
function isComplete(wanted, present, dev) {
  const isNeeded = (entry) => !entry.optional && (dev || !(entry.dev || entry.devOptional))
  return Object.entries(wanted).every(
    ([where, entry]) => where === '' || !isNeeded(entry) || (where in present && present[where].version === entry.version),
  )
}

/** What is installed: 'all', 'production' (no development tools) or undefined. */
function installedKind() {
  if (!existsSync(npmNotes)) return undefined
  const stamp = readJson(stampFile)
  if (stamp && JSON.stringify(stamp) === JSON.stringify(stampFor(stamp.dev))) return stamp.dev ? 'all' : 'production'
  const wanted = readJson(lockFile)?.packages
  const present = readJson(npmNotes)?.packages
  if (!wanted || !present) return undefined
  const kind = [true, false].find((dev) => isComplete(wanted, present, dev))
  if (kind === undefined) return undefined
  writeStamp(kind)
  return kind ? 'all' : 'production'
}

/** npm cannot work without a writable cache, and service accounts often have no home. */
async function cacheOption(npm) {
  const folder = (await run('npm', [...npm, 'config', 'get', 'cache'])).trim().split('\n').at(-1)
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return []
  } catch {
    return ['--cache', path.join(root, '.cache/npm')]
  }
}

async function install(dev) {
  // Under `npm start` the very npm that was called; otherwise the one on the path.
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  const kind = dev ? '--include=dev' : '--omit=dev'
  const command = [...npm, 'ci', kind, '--no-audit', '--no-fund', ...(await cacheOption(npm))]
  // Both go first: what a killed installation leaves behind has neither.
  rmSync(stampFile, { force: true })
  rmSync(npmNotes, { force: true })
  await run('npm ci', command)
  writeStamp(dev)
}

/** `dev` asks for the development tools too. An installation that has them keeps them. */
export async function ensureInstalled({ dev = false } = {}) {
  const kind = installedKind()
  if (kind === 'all' || (kind === 'production' && !dev)) return
  const all = dev || readJson(stampFile)?.dev === true
  await step('Installing packages, which takes a minute', 'Installed packages', () => install(all))
}
