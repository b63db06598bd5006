/** What the operator does about a transfer (D7): takes it down, lifts that again, or lets the reports go. Each bears repetition. */
import type { ReportOutcome } from '@sampan/contract/states'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { notify } from '../notifications/index.ts'
import { addEvent } from '../timeline/index.ts'
import { bringBack, markTakenDown, unmarkTakenDown } from '../transfers/index.ts'
import { notifySenderJob } from './job-names.ts'
import * as queries from './queries.ts'

type Deps = Pick<Services, 'db' | 'clock'>

/** Null where there is no such transfer; `changed` false where it was so already; `copies` were taken down along with it. */
export type Decided = { changed: boolean; settled: number; copies: string[] } | null
type Transfer = Pick<queries.TransferRow, 'id' | 'slug'>

/**
 * Its link answers 451 from this moment on; downloads that run see it within seconds and end. `withCopies` takes along
 * the other transfers that hold files of it.
 */
export const takeDown = ({ db, clock }: Deps, slug: string, { withCopies = false } = {}): Promise<Decided> =>
  inTransaction(db, async (tx) => {
    const transfer = await queries.findTransfer(tx, slug)
    if (!transfer) return null
    const now = clock()
    const copies = withCopies ? await queries.copiesOf(tx, transfer.id) : []
    const done = { changed: false, settled: 0, copies: [] as string[] }
    // In one order, whatever is decided of at the same moment.
    for (const each of [transfer, ...copies].sort((one, other) => (one.id < other.id ? -1 : 1))) {
      const isDown = await takeDownOne(tx, each, now)
      if (each.id === transfer.id) done.changed = isDown
      else if (isDown) done.copies.push(each.slug)
      done.settled += await queries.settleReports(tx, each.id, 'takenDown', now)
    }
    return done
  })

async function takeDownOne(tx: Transaction, { id: transferId }: Transfer, now: Date): Promise<boolean> {
  if (!(await markTakenDown(tx, transferId))) return false
  await addEvent(tx, { transferId, kind: 'takenDown', actor: 'operator', at: now })
  await notify(tx, { transferId, kind: 'takenDown', at: now })
  await notifySender(tx, transferId, now, false)
  return true
}

/** Reports that came since stay: they were not looked at. */
export const putBack = (deps: Deps, slug: string): Promise<Decided> =>
  decide(deps, slug, null, async (tx, { id: transferId, uploadId }, now) => {
    const unmark = () => unmarkTakenDown(tx, transferId)
    if (!(await bringBack(tx, deps, uploadId, unmark))) return false
    await addEvent(tx, { transferId, kind: 'enabled', actor: 'operator', at: now })
    await notifySender(tx, transferId, now, true)
    return true
  })

export const dismiss = (deps: Deps, slug: string): Promise<Decided> => decide(deps, slug, 'dismissed', async () => false)

type Act = (tx: Transaction, transfer: queries.TransferRow, now: Date) => Promise<boolean>

const decide = ({ db, clock }: Deps, slug: string, outcome: ReportOutcome | null, act: Act): Promise<Decided> =>
  inTransaction(db, async (tx) => {
    const transfer = await queries.findTransfer(tx, slug)
    if (!transfer) return null
    const now = clock()
    const changed = await act(tx, transfer, now)
    const settled = outcome ? await queries.settleReports(tx, transfer.id, outcome, now) : 0
    return { changed, settled, copies: [] }
  })

const notifySender = (tx: Transaction, transferId: string, now: Date, isBack: boolean): Promise<void> =>
  addJob(tx, notifySenderJob, { transferId, at: now.getTime(), isBack }, { key: `tellDown:${transferId}` })
