import { expect, test } from 'vitest'
import { scriptFault } from './build-still.mjs'

const boot = '<script src="/boot.js"></script>'
const site = '<script type="module" src="/site.js"></script>'
const data = '<script type="application/ld+json">{}</script>'

test.each([
  [boot + data + site, 20_000, null],
  [boot + site, 30_001, 'loads 60002 bytes of scripts, at most 60000'],
  [`${boot}${site}<script>wake()</script>`, 1, 'has a script within it'],
  [`${boot}<script src="/assets/app-1.js"></script>`, 1, 'loads /assets/app-1.js'],
  [`${boot}<link rel="modulepreload" href="/assets/app-1.js"/>`, 1, 'loads parts of the app'],
])('W3 a page of words wakes no app and brings 60 kB of scripts at most: %#', (page, bytes, fault) => {
  expect(scriptFault(page, () => bytes)).toBe(fault)
})
