import { configDefaults, defineConfig } from 'vitest/config'

const server = 'apps/server/src'
/** Ask a whole server over HTTP and share what it imports; those that put something else in a module's place do not. */
const atTheDoor = [`${server}/features/**/*.test.{ts,tsx}`, `${server}/permissions.test.ts`]
const apart = [`${server}/features/transfers/publish-password.test.ts`]
/** What vitest.long.config.ts runs. */
const long = '**/*.long.test.*'

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
    globalSetup: [`${server}/testing/postgres.ts`],
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...common,
          name: 'server',
          include: atTheDoor,
          exclude: [...configDefaults.exclude, long, ...apart],
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: 'code',
          include: ['apps/*/src/**/*.test.{ts,tsx}', 'packages/*/src/**/*.test.ts', 'scripts/**/*.test.mjs', ...apart],
          exclude: [...configDefaults.exclude, long, ...atTheDoor],
        },
      },
    ],
  },
})
