import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** The journeys of `npm run test:long`: those that `npm test` leaves out. */
export default defineConfig({ ...journeys, grep: /^/, grepInvert: /@gate/ })
