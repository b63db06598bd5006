/** `npm test`: the gate. The tests of the code, then a fixed set of journeys in a browser; the last line says how many passed and failed. */
import { runTests } from './tests/run.mjs'
import { runCode, runJourneys } from './tests/runners.mjs'

const configs = { code: 'vitest.config.ts', journeys: 'playwright.config.ts' }

await runTests([() => runCode({ config: configs.code }), () => runJourneys({ config: configs.journeys })], configs)
