import { configDefaults, defineConfig } from 'vitest/config'
import { filesReplacing } from './scripts/tests/replacing.mjs'
import { putScratchInMemory } from './scripts/tests/scratch-in-memory.mjs'

putScratchInMemory()
// As people run it: what draws mails and pages is quicker so, and says the same.
process.env.NODE_ENV = 'production'

/** Rules, texts, components: they start nothing. */
const pure = ['packages/*/src/**/*.test.ts', 'apps/web/src/**/*.test.{ts,tsx}']
/** All others of these share what they import, and a process. */
const apart = filesReplacing(['apps/cli/src', 'apps/server/src', 'apps/server/test', 'apps/web/src', 'packages'])
/** The last: what vitest.long.config.ts runs. */
const never = [...configDefaults.exclude, '**/*.long.test.*']

/** One limit for everything, ten times what the slowest takes on an idle machine: it ends what hangs, and nothing that is only late. */
const limitMs = 300_000
const common = {
  testTimeout: limitMs,
  hookTimeout: limitMs,
  expect: { poll: { timeout: limitMs, interval: 5 } },
  pool: 'forks',
} as const

/** The tests of the code that `npm test` runs. */
export default defineConfig({
  test: {
    globalSetup: ['apps/server/test/support/postgres.ts'],
    maxWorkers: 3,
    projects: [
      { test: { ...common, name: 'pure', include: pure, exclude: [...never, ...apart], isolate: false } },
      { test: { ...common, name: 'apart', include: apart, exclude: never } },
      {
        test: {
          ...common,
          name: 'code',
          include: ['apps/{server,cli}/{src,test}/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          exclude: [...never, ...pure, ...apart],
          isolate: false,
        },
      },
    ],
  },
})
