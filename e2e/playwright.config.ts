import { defineConfig } from '@playwright/test'
import { putScratchInMemory } from '../scripts/tests/scratch-in-memory.mjs'
import { findChromium } from './chromium.ts'

putScratchInMemory()

/** The journeys of `npm test`. */
export default defineConfig({
  testDir: 'journeys',
  outputDir: 'node_modules/.cache/results',
  grep: /@gate/,
  fullyParallel: true,
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // One limit for every wait and one for every journey: they end what hangs, and nothing that is only late.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  use: {
    browserName: 'chromium',
    launchOptions: await findChromium(),
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    actionTimeout: 90_000,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
