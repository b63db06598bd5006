/** `npm run check`: formatter and linter, types, lists of languages, who imports whom, what the product and its tests may not do, sizes of files, how calls are described, what nobody uses. All run, then all are told. */
import { spawnSync } from 'node:child_process'
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

function passes([name, [program, ...args], folder = '.']) {
  const command = program.startsWith('node_modules') ? `${root}/${program}` : program
  const { status, error } = spawnSync(command, args, { cwd: `${root}/${folder}`, stdio: 'inherit' })
  if (error) console.error(error.message)
  console.log(`${status === 0 ? 'ok' : 'NOT OK'}  ${name}\n`)
  return status === 0
}

await main(async () => {
  await ensureInstalled({ dev: true })
  const failed = checks.filter((check) => !passes(check)).map(([name]) => name)
  if (failed.length) throw new StepError(`Not right yet: ${failed.join(', ')}`)
  console.log('Everything is as it should be.')
})
