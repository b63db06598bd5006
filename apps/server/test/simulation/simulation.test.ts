import { afterAll, beforeAll, test, vi } from 'vitest'
import { type Histories, openHistories } from './histories.ts'

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

test('INV1 INV2 INV3 INV4 INV5 INV7 INV8 R01 R02 R03 U5 3 seeded histories', async () => {
  // Without what they guard, 10 finds a line and a disk that shut a sender out, and 30 a ghost that wins (decision 048).
  const seeds = [1, 10, 30]
  for (const seed of seeds) await histories.check(`${seed}`)
})
