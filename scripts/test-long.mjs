/** `npm run test:long`: what takes long, needs other programs or measures; `-- kills disk` runs those parts only. */
import { longParts } from './tests/long-parts.mjs'
import { runTests } from './tests/run.mjs'
import { runCode, runJourneys } from './tests/runners.mjs'

const configs = { code: 'vitest.long.config.ts', journeys: 'long.config.ts' }

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in longParts))
if (unknown.length) {
  console.error(`There is no part named ${unknown.join(', ')}. The parts are: ${Object.keys(longParts).join(' ')}`)
  process.exit(2)
}
const parts = names.length
  ? names.map((name) => longParts[name])
  : Object.values(longParts).filter(({ isOnlyByName }) => !isOnlyByName)
const code = parts.flatMap((part) => part.code ?? [])
const journeys = parts.flatMap((part) => part.journeys ?? [])

await runTests(
  [
    ...(code.length ? [() => runCode({ config: configs.code, files: code })] : []),
    ...(journeys.length ? [() => runJourneys({ config: configs.journeys, files: journeys })] : []),
  ],
  configs,
  longParts,
)
