/** `npm run check`: formatter and linter, types, lists of languages, who imports whom, what the product and its tests may not do, sizes of files, how calls are described, what nobody uses. All run, two at a time, then all are told. */
import { spawn } from 'node:child_process'
import { ensureInstalled } from './install.mjs'
import { main, root, StepError } from './steps.mjs'

const bin = (name) => `node_modules/.bin/${name}`
/** The compiler that is quick; the one that other tools read code with is `typescript`. */
const tsc = [process.execPath, 'node_modules/typescript-7/bin/tsc']
const cruise = (config) => [bin('depcruise'), '--config', config, '-T', 'err-long']
const sources = [
  'apps/cli/src',
  'apps/server/src',
  'apps/server/test',
  'apps/web/src',
  ...['client', 'contract', 'texts'].map((name) => `packages/${name}/src`),
]
const checks = [
  ['Format and lint', [bin('biome'), 'check', '--error-on-warnings']],
  ['Types', [...tsc, '--noEmit']],
  ['Types of the journeys', [...tsc, '--noEmit', '-p', 'e2e']],
  ['Imports', [...cruise('.dependency-cruiser.mjs'), ...sources]],
  ['Circles of folders', [...cruise('.dependency-cruiser-folders.mjs'), 'apps/server/src/features', 'apps/web/src/features']],
  ['Lists of languages', [process.execPath, 'scripts/languages.mjs', '--check']],
  ['Tables, front doors, clock, addresses, languages', [process.execPath, 'scripts/check-house.mjs']],
  ['Tests', [process.execPath, 'scripts/check-tests.mjs']],
  ['Sizes', [process.execPath, 'scripts/check-sizes.mjs']],
  ['Calls', [process.execPath, 'scripts/check-calls.mjs']],
  ['Unused files, exports and packages', [bin('knip'), '--no-progress', '--no-config-hints']],
]

const atOnce = 2

/** What a check prints stays together: it is shown once the check has ended. */
function passes([name, [program, ...args]]) {
  const command = program.startsWith('node_modules') ? `${root}/${program}` : program
  return new Promise((resolve) => {
    const said = []
    const end = (isGood) => {
      process.stdout.write(Buffer.concat([...said, Buffer.from(`${isGood ? 'ok' : 'NOT OK'}  ${name}\n\n`)]))
      resolve(isGood)
    }
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => said.push(bytes))
    child.on('error', ({ message }) => said.push(Buffer.from(`${message}\n`)))
    child.on('close', (code) => end(code === 0))
  })
}

/** Names of those that fail, in the order of the list. */
async function failing() {
  const failed = new Set()
  const waiting = [...checks]
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) if (!(await passes(check))) failed.add(check[0])
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return checks.map(([name]) => name).filter((name) => failed.has(name))
}

await main(async () => {
  await ensureInstalled({ dev: true })
  const failed = await failing()
  if (failed.length) throw new StepError(`Not right yet: ${failed.join(', ')}`)
  console.log('Everything is as it should be.')
})
