import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Histories, openHistories, wanted } from './histories.ts'

vi.mock('node:fs/promises', async (real) => (await import('./file-system.ts')).withSimulated(await real()))
vi.mock('node:crypto', async (real) => (await import('./seeded-random.ts')).seededCrypto(await real()))
vi.mock('jose', async (real) => (await import('./put-in-place.ts')).countedJose(await real()))
vi.mock('@sampan/contract/limits', async (real) => (await import('./put-in-place.ts')).smallLimits(await real()))
vi.mock('../../src/db/watch.ts', async () => (await import('./put-in-place.ts')).noWatch())

let histories: Histories
beforeAll(async () => {
  histories = await openHistories()
})
afterAll(() => histories?.close())

const hourMs = 3_600_000

test('INV1 INV2 INV3 INV4 INV5 INV7 INV8 R01 R02 R03 U5 a thousand seeded histories', { timeout: 12 * hourMs }, async () => {
  const begun = performance.now()
  const found: string[] = []
  const seeds = wanted()
  for (const seed of seeds) {
    const report = await histories.check(seed).then(
      () => null,
      (error: Error) => error.message,
    )
    if (!report) continue
    found.push(seed)
    process.stdout.write(`${report}\n`)
  }
  const minutes = (performance.now() - begun) / 60_000
  const perMinute = Math.round(seeds.length / minutes)
  process.stdout.write(`${seeds.length} histories in ${minutes.toFixed(1)} minutes: ${perMinute} a minute\n`)
  expect(found).toEqual([])
})

test('one seed is one history, whatever was played before', async () => {
  const first = await histories.play('1')
  await histories.play('2')
  expect((await histories.play('1')).hash).toBe(first.hash)
})
