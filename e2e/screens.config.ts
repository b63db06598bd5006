import { defineConfig } from '@playwright/test'
import { findChromium } from './chromium.ts'
import journeys from './playwright.config.ts'

const chromium = await findChromium()

/**
 * The screens of the public pages, taken of the running product: `npx playwright test -c screens.config.ts`, after a build. With the
 * machine's own fonts, which have Chinese.
 */
export default defineConfig({
  ...journeys,
  grep: /^/,
  testDir: 'screens',
  workers: 1,
  timeout: 540_000,
  expect: { timeout: 30_000 },
  use: {
    ...journeys.use,
    launchOptions: { ...chromium, env: { ...chromium.env, FONTCONFIG_PATH: '/etc/fonts' } as Record<string, string> },
  },
})
