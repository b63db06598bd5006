import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes as long as all others together goes first, so that they run beside it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.includes('/simulation/')
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

/** The tests of the code that `npm run test:long` runs: processes that are killed, disks that fail, bad lines, other programs. */
export default defineConfig({
  test: {
    globalSetup: ['apps/server/test/support/postgres.ts'],
    include: ['{apps,packages,scripts}/**/*.long.test.{ts,tsx,mjs}'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
  },
})
