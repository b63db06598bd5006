/** Puts downloads into the counts a while after they happened; what reads them adds those that are in none yet. */
import { dayOf } from '@sampan/contract/rules/day-range'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { handleJob, jobName, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import * as queries from './queries-count.ts'

type Deps = Pick<Services, 'db'>

/** In one transaction: long enough to be worth it, short enough for whoever waits to delete a transfer. */
const perTransaction = 10_000
const ownersPerPage = 200

/** Also what was given up half-way, and at once with others: each event is added by the transaction that says so of it. */
export async function countDownloads({ db }: Deps): Promise<number> {
  let sum = 0
  for (let afterId: string | null = null; ; ) {
    const page: string[] = await queries.ownersToCount(db, afterId, ownersPerPage)
    for (const ownerId of page) sum += await countOf({ db }, ownerId)
    if (page.length < ownersPerPage) return sum
    afterId = page.at(-1)!
  }
}

/** Nothing where somebody else is at it. */
async function countOf({ db }: Deps, ownerId: string): Promise<number> {
  let [sum, last]: [number, string | null] = [0, null]
  for (;;) {
    const added = await inTransaction(db, (tx) => addSome(tx, ownerId, last))
    sum += added.count
    if (added.count < perTransaction) return sum
    last = added.last
  }
}

async function addSome(tx: Transaction, ownerId: string, last: string | null): Promise<queries.Added> {
  if (!(await queries.tryLockCounts(tx, ownerId))) return { count: 0, last: null, hardDeleted: [] }
  const added = await queries.addToCounts(tx, ownerId, last, perTransaction)
  await queries.deleteEvents(tx, added.hardDeleted)
  return added
}

/** What names a transfer and its recipients goes, in the transaction that hard-deletes it; how much was downloaded stays. */
export async function forgetTransfer(tx: Transaction, transferId: string): Promise<void> {
  const ownerId = await queries.ownerOfTransfer(tx, transferId)
  if (!ownerId) return
  await queries.lockCounts(tx, [ownerId])
  await queries.takeOutOfCounts(tx, ownerId, transferId)
}

/** Before the events of one owner become another's. */
export async function moveOwner(tx: Transaction, fromId: string, toId: string): Promise<void> {
  await queries.lockCounts(tx, [fromId, toId])
  await queries.moveCounts(tx, fromId, toId)
}

export const analyticsJobs = ({ db, clock }: Services): { jobs: []; timed: TimedJob[] } => ({
  jobs: [],
  timed: [
    { ...handleJob(jobName('analytics:count'), async () => void (await countDownloads({ db }))), everyMinutes: 1 },
    { ...handleJob(jobName('analytics:storage'), () => queries.noteStorage(db, dayOf(clock()))), everyMinutes: 30 },
  ],
})
