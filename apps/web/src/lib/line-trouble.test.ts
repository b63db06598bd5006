import { expect, test } from 'vitest'
import { NoAnswer } from './in-time.ts'
import { isLineTrouble } from './line-trouble.ts'

test.each([
  [new TypeError('Failed to fetch'), true],
  [new TypeError('Failed to fetch dynamically imported module: http://files.test/assets/a.js'), true],
  [new TypeError('error loading dynamically imported module: http://files.test/assets/a.js'), true],
  [new TypeError('Importing a module script failed.'), true],
  [new TypeError('NetworkError when attempting to fetch resource.'), true],
  [new TypeError('Load failed'), true],
  [new Error('Unable to preload CSS for /assets/a.css'), true],
  [new Error('Loading chunk failed after 5 retries'), true],
  [new NoAnswer(), true],
  [new TypeError("Cannot read properties of undefined (reading 'map')"), false],
  [{ status: 404 }, false],
  [null, false],
])('W6 %s is trouble with the line: %s', (error, isTrouble) => {
  expect(isLineTrouble(error)).toBe(isTrouble)
})
