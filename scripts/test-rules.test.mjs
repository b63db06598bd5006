import { expect, test } from 'vitest'
import { breachesIn, findingsIn, suiteOf } from './test-rules.mjs'

const inGate = 'apps/server/src/features/uploads/uploads.test.ts'
const inLong = 'apps/server/src/features/uploads/uploads.long.test.ts'
const rulesOf = (line, file = inGate) => findingsIn(file, line).map(({ rule }) => rule)

test.each([
  ['  await new Promise((resolve) => setTimeout(resolve, 100))', ['sleep']],
  ["import { setTimeout as sleep } from 'node:timers/promises'", ['sleep']],
  ['  await page.waitForTimeout(500)', ['sleep']],
  ['  const begun = performance.now()', ['stopwatch']],
  ['  expect(process.cpuUsage(before).user).toBeLessThan(9)', ['stopwatch']],
  ['  const at = new Date(Date.now() - 1000)', ['system clock']],
  ['  const month = new Date().toISOString()', ['system clock']],
  ["  vi.spyOn(Date, 'now').mockReturnValue(1)", ['replaced clock']],
  ["  vi.spyOn(globalThis.performance, 'now')", ['replaced clock']],
  ['}, 180_000)', ['own limit']],
  ["test('a', { timeout: 90_000 }, () => {", ['own limit']],
  ['vi.setConfig({ testTimeout: 120_000 })', ['own limit']],
  ['  await vi.waitFor(() => expect(seen).toBe(1))', ['own limit']],
  ['  test.slow()', ['own limit']],
  ["  await page.waitForLoadState('networkidle')", ['network rest']],
  ["  await fetch('http://localhost:3000')", ['name of a host']],
  ["test.skipIf(!isInstalled)('a', () => {", ['skip']],
  ["test.runIf(has('unzip'))('a', () => {", ['skip']],
])('a test of the gate is refused for %j', (line, found) => expect(rulesOf(line)).toEqual(found))

test.each([
  '  // setTimeout(resolve, 100) would be wrong here',
  ' * waits, as setTimeout( does',
  "vi.mock('node:timers/promises', () => ({}))",
  '  socket.setTimeout(0)',
  '  const at = new Date(2026, 1, 1)',
  "  messageId: 'one@localhost',",
  '  await waitFor(() => isSettled(slug))',
  '  expect(takes(1_000, 2_000)).toBe(3)',
])('nothing is refused for %j', (line) => expect(rulesOf(line)).toEqual([]))

test('the long suite may wait and measure, but not put a clock in place of the real one or stay away', () => {
  expect(rulesOf('  await sleep(performance.now() - Date.now())', inLong)).toEqual([])
  expect(rulesOf("  vi.spyOn(Date, 'now')", inLong)).toEqual(['replaced clock'])
  expect(rulesOf("test.skipIf(true)('a', () => {", inLong)).toEqual(['skip'])
})

test.each([
  [inGate, 'gate'],
  [inLong, 'long'],
  ['apps/server/test/support/sender.ts', 'gate'],
  ['packages/client/src/upload/test-server.ts', 'gate'],
  ['e2e/journeys/resume.spec.ts', 'gate'],
  ['e2e/server.ts', 'gate'],
  ['e2e/measure/memory.spec.ts', null],
  ['e2e/playwright.config.ts', null],
  ['apps/server/src/services.ts', null],
  ['scripts/test-rules.mjs', null],
])('%s is of the suite %s', (file, suite) => expect(suiteOf(file)).toBe(suite))

test('what is allowed with a reason passes; an allowance that nobody needs is told', () => {
  const texts = { [inGate]: 'const a = 1\nconst b = Date.now()' }
  expect(breachesIn(texts, [])).toEqual([expect.stringMatching(/^apps.*uploads\.test\.ts:2: system clock: /)])
  expect(breachesIn(texts, [[inGate, 'system clock', 'why']])).toEqual([])
  expect(breachesIn({ [inGate]: '' }, [[inGate, 'system clock', 'why']])).toEqual([
    `${inGate}: "system clock" is allowed and does not occur`,
  ])
})
