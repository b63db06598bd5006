import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** Measurements, run by hand: `npx playwright test -c measure.config.ts`. */
export default defineConfig({ ...journeys, grep: /^/, testDir: 'measure', workers: 1, timeout: 900_000 })
