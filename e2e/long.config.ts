import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** The journeys of `npm run test:long`: all of them, each state of a page looked at thoroughly. */
export default defineConfig({ ...journeys, grep: /^/, metadata: { isThorough: true } })
