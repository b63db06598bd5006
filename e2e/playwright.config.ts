import { defineConfig } from '@playwright/test'
import { findChromium } from './chromium.ts'

/** The journeys of `npm test`. */
export default defineConfig({
  testDir: 'journeys',
  outputDir: 'node_modules/.cache/results',
  grep: /@gate/,
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  expect: { timeout: 40_000 },
  use: {
    browserName: 'chromium',
    launchOptions: await findChromium(),
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    actionTimeout: 60_000,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
