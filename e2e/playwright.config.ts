import { defineConfig } from '@playwright/test'
import { findChromium } from './chromium.ts'

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'node_modules/.cache/results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    launchOptions: await findChromium(),
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
