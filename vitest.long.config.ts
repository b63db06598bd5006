import { defineConfig } from 'vitest/config'

/** The tests of the code that `npm run test:long` runs: processes that are killed, disks that fail, bad lines, other programs. */
export default defineConfig({
  test: {
    globalSetup: ['apps/server/test/support/postgres.ts'],
    include: ['{apps,packages,scripts}/**/*.long.test.{ts,tsx,mjs}'],
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
  },
})
