/** One run: mixed load, and every now and then something is killed and started again on the same data. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as settle } from 'node:timers/promises'
import { breachesIn } from './checker.ts'
import { sqlOf } from './database.ts'
import { comeToRest, readEndState, restBreaches } from './end-state.ts'
import { type Entry, type Journal, openJournal } from './history.ts'
import { lineTo } from './line.ts'
import { type Gate, type Load, startLoad } from './load.ts'
import { containersOf, orphans } from './recount.ts'
import { chanceOf } from './seeded.ts'
import { makeAccount } from './sender-account.ts'
import { type Installation, runCommand, type Victim } from './server-process.ts'

export type Run = { entries: Entry[]; breaches: string[]; journalFile: string; openFilesAfter: number[]; residentMiB: number[] }
type Plan = { seed: string; cycles: number; people: number; victims: readonly Victim[] }

const journals = join(tmpdir(), 'sampan-fault-journals')
/** How many operations begin or end before something dies: a slow machine does as much as a fast one. */
const lifeMoments = { min: 4, max: 120 }

function makeGate(): Gate & { set: (isOpen: boolean) => void } {
  let waiting: (() => void)[] = []
  const gate = {
    isOpen: true,
    whenOpen: () => (gate.isOpen ? Promise.resolve() : new Promise<void>((resolve) => void waiting.push(resolve))),
    set: (isOpen: boolean) => {
      gate.isOpen = isOpen
      if (!isOpen) return
      for (const go of waiting) go()
      waiting = []
    },
  }
  return gate
}

const openFilesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length
const residentMiBOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

type Strike = { victim: Victim; workers: string }

/** Of what needs a new life, the test gives one; of what the server mends by itself, it only waits for its answer. */
async function strike(
  here: Installation,
  { victim: wanted, workers }: Strike,
  gate: ReturnType<typeof makeGate>,
  journal: Journal,
) {
  const victim = wanted === 'worker' && !here.workers().length ? 'main' : wanted
  journal.begin(-1, { op: 'kill', victim })({ outcome: 'ok' })
  const isWhole = victim === 'main' || victim === 'group'
  if (isWhole) gate.set(false)
  await here.kill(victim)
  if (isWhole) await here.start({ env: { WORKERS: workers } })
  journal.begin(-1, { op: 'ready' })({ outcome: 'ok' })
  gate.set(true)
}

/** `stored`: what lies in its store. */
export async function runKillCycles(here: Installation, plan: Plan, stored = () => containersOf(here.seenDir())): Promise<Run> {
  mkdirSync(journals, { recursive: true })
  const journalFile = join(journals, `${plan.seed}-${process.pid}.jsonl`)
  const [journal, chance, gate] = [openJournal(journalFile), chanceOf(plan.seed), makeGate()]
  const run: Run = { entries: journal.entries, breaches: [], journalFile, openFilesAfter: [], residentMiB: [] }
  await here.start()
  const sql = sqlOf(here)
  // One of them sends without being signed in.
  const accounts = await Promise.all(
    Array.from({ length: plan.people }, (_, at) => makeAccount(here.seenDir(), sql, { isGuest: at === 0 })),
  )
  const line = lineTo(here.port)
  const load = startLoad({ line, journal, accounts, seed: plan.seed, gate })
  try {
    for (let cycle = 0; cycle < plan.cycles; cycle++) {
      await journal.after(chance.whole(lifeMoments.min, lifeMoments.max))
      // Several processes serve in one life of three.
      await strike(here, { victim: chance.pick(plan.victims), workers: chance.pick(['1', '1', '2']) }, gate, journal)
      run.openFilesAfter.push(openFilesOf(here.life!.child.pid!))
      run.residentMiB.push(residentMiBOf(here.life!.child.pid!))
    }
  } catch (error) {
    // Else its people would go on asking a server that is gone, beyond the end of the test.
    gate.set(true)
    await load.stop()
    throw error
  }
  await endLoad(load, here)
  await comeToRest(sql)
  // Collecting what was deleted has taken nothing else away.
  await load.readAll()
  line.close()
  const [gc, fsck] = [await runCommand(here, 'gc', '--grace', '0'), await runCommand(here, 'fsck')]
  run.breaches = [
    ...(gc.code === 0 ? [] : [`INV5 gc ended with ${gc.code}: ${gc.output}`]),
    ...(fsck.code === 0 ? [] : [`INV5 fsck ended with ${fsck.code}: ${fsck.output}`]),
    ...(await orphans(stored(), sql)).map((name) => `INV5 ${name} belongs to nobody`),
    ...breachesIn(journal.entries, await readEndState(here.seenDir(), sql)),
    ...(await restBreaches(stored(), sql)),
  ]
  return run
}

/** After the last fault everybody sends to the end, on a server that is left in peace. */
async function endLoad(load: Load, here: Installation): Promise<void> {
  await load.stop()
  while ((await fetch(`${here.url}/readyz`).catch(() => null))?.status !== 200) await settle(50)
  await load.finish()
}
