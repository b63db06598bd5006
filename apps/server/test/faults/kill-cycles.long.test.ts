/** SIGKILL under mixed load, again and again (R01, R51). FAULT_CYCLES and FAULT_SEED ask for more, or for one run anew. */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startS3Double } from '../support/s3/s3-double.ts'
import { bucketSettings } from '../support/s3/settings.ts'
import type { Entry, Op, Outcome } from './history.ts'
import { type Run, runKillCycles } from './kill-cycles.ts'
import { containersIn } from './recount.ts'
import { buildServer, installForTest, type Victim } from './server-process.ts'

const cycles = Number(process.env.FAULT_CYCLES ?? 50)
/** Beside those on a disk; what differs is less than what is the same. */
const bucketCycles = Number(process.env.FAULT_CYCLES ?? 20)
/** Runs that once found something, so that it stays mended. */
const regressions: string[] = []
const seeds = process.env.FAULT_SEED ? [process.env.FAULT_SEED] : [...regressions, randomBytes(4).toString('hex')]
const victims: readonly Victim[] = ['main', 'group', 'worker', 'worker', 'postmaster']
const perCycleMs = 20_000
const generous = { RATE_LIMITS: 'linkMiss=1000000/600' }

beforeAll(() => buildServer(), 180_000)

const count = (entries: readonly Entry[], op: Op, outcome: Outcome) =>
  entries.filter((entry) => entry.op === op && entry.outcome === outcome).length

function expectGood(run: Run, seed: string, cycles: number): void {
  expect(run.breaches, `FAULT_SEED=${seed}; the journal is ${run.journalFile}`).toEqual([])
  // A run in which nothing happened proves nothing.
  for (const op of ['create', 'add', 'part', 'list', 'publish', 'view', 'download'] as const)
    expect(count(run.entries, op, 'ok'), op).toBeGreaterThan(0)
  // What needs others to come before it may not come in a short run.
  for (const op of ['remove', 'takeBack', 'change', 'forward'] as const)
    if (cycles >= 50) expect(count(run.entries, op, 'ok'), op).toBeGreaterThan(0)
  expect(count(run.entries, 'part', 'unknown')).toBeGreaterThan(0)
  const [firstFiles = 0, lastFiles = 0] = [run.openFilesAfter[0], run.openFilesAfter.at(-1)]
  expect(lastFiles).toBeLessThan(firstFiles + 40)
  expect(Math.max(...run.residentMiB)).toBeLessThan(400)
  rmSync(run.journalFile)
}

test.each(seeds)(
  'U5 R01 R51 kills under mixed load lose nothing, double nothing and leave no half (seed %s)',
  async (seed) => {
    const here = await installForTest(generous)
    expectGood(await runKillCycles(here, { seed, cycles, people: 4, victims }), seed, cycles)
  },
  60_000 + cycles * perCycleMs,
)

test.each(seeds)(
  'O3 R01 R51 on a bucket kills under mixed load lose nothing either, and leave no object that belongs to nobody (seed %s)',
  async (seed) => {
    const double = await startS3Double()
    onTestFinished(async () => void (await double.stop()))
    const here = await installForTest({ ...generous, STORE: 's3', ...bucketSettings(double.settings) })
    expectGood(
      await runKillCycles(here, { seed, cycles: bucketCycles, people: 4, victims }, () => containersIn(double)),
      seed,
      bucketCycles,
    )
  },
  60_000 + bucketCycles * perCycleMs,
)
