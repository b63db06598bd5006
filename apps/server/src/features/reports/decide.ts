/** What the operator does about a transfer or a file request (D7): takes it down, lifts that again, or lets the reports go. Each bears repetition. */
import type { ReportOutcome } from '@sampan/contract/states'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { notify } from '../notifications/index.ts'
import { findAnyRequest, putBackRequest, type RequestRow, takeDownRequest } from '../requests/index.ts'
import { addEvent } from '../timeline/index.ts'
import {
  copiesOf,
  findTransfer,
  markTakenDown,
  reactivate,
  receivedTransfers,
  type TransferRow,
  unmarkTakenDown,
} from '../transfers/index.ts'
import { notifySenderJob } from './job-names.ts'
import * as queries from './queries.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'config'>

/** Null where there is neither of that name; `changed` false where it was so already; `copies` were taken down along with it. */
export type Decided = { changed: boolean; settled: number; copies: string[] } | null
type Transfer = Pick<TransferRow, 'id' | 'slug'>
/** Written down in the same transaction, where anything was changed or settled. */
export type NoteDecision = (tx: Transaction, now: Date) => Promise<void>
const noNote: NoteDecision = async () => {}
const isDecision = (done: Decided): boolean => done !== null && (done.changed || done.settled > 0)

/** `withCopies` takes along the other transfers that hold files of a transfer, `withFiles` what a request has received. */
type Along = { withCopies?: boolean; withFiles?: boolean }

/**
 * Its link answers 451 from this moment on. Downloads of a transfer that run see it within seconds and end, uploads to a request
 * within half a minute.
 */
export const takeDown = ({ db, clock }: Deps, slug: string, along: Along = {}, note = noNote): Promise<Decided> =>
  inTransaction(db, async (tx) => {
    const now = clock()
    const done = await takeDownNamed(tx, slug, along, now)
    if (isDecision(done)) await note(tx, now)
    return done
  })

async function takeDownNamed(tx: Transaction, slug: string, along: Along, now: Date): Promise<Decided> {
  const transfer = await findTransfer(tx, { slug })
  if (transfer) return takeDownTransfer(tx, transfer, along, now)
  const request = await findAnyRequest(tx, slug)
  return request ? takeDownOneRequest(tx, request, along, now) : null
}

async function takeDownTransfer(tx: Transaction, transfer: TransferRow, { withCopies }: Along, now: Date) {
  const copies = withCopies ? await copiesOf(tx, transfer.id) : []
  const done = { changed: false, settled: 0, copies: [] as string[] }
  // In one order, whatever is decided of at the same moment.
  for (const each of [transfer, ...copies].sort((one, other) => (one.id < other.id ? -1 : 1))) {
    const isDown = await takeDownOne(tx, each, now)
    if (each.id === transfer.id) done.changed = isDown
    else if (isDown) done.copies.push(each.slug)
    done.settled += await queries.settleReports(tx, { transferId: each.id }, 'takenDown', now)
  }
  return done
}

/** What was received stays its owner's, unless the operator has decided of that too; a page that is down tells nobody twice. */
async function takeDownOneRequest(tx: Transaction, request: RequestRow, { withFiles }: Along, now: Date) {
  const changed = await takeDownRequest(tx, request.id, withFiles ? 'files' : 'page')
  // Each door to a file asks its transfer, by whatever address somebody comes.
  if (changed && withFiles) for (const { id } of await receivedTransfers(tx, request.slug)) await markTakenDown(tx, id)
  if (changed && !request.takenDown) await notifyOwner(tx, { requestId: request.id }, now, false)
  const settled = await queries.settleReports(tx, { requestId: request.id }, 'takenDown', now)
  return { changed, settled, copies: [] }
}

async function takeDownOne(tx: Transaction, { id: transferId }: Transfer, now: Date): Promise<boolean> {
  if (!(await markTakenDown(tx, transferId))) return false
  await addEvent(tx, { transferId, kind: 'takenDown', actor: 'operator', at: now })
  await notify(tx, { transferId, kind: 'takenDown', at: now })
  await notifyOwner(tx, { transferId }, now, false)
  return true
}

/** Reports that came since stay: they were not looked at. */
export const putBack = (deps: Deps, slug: string, note = noNote): Promise<Decided> =>
  decide(deps, slug, null, note, {
    async ofTransfer(tx, { id: transferId, uploadId }, now) {
      const unmark = () => unmarkTakenDown(tx, transferId)
      if (!(await reactivate(tx, deps, uploadId, unmark))) return false
      await addEvent(tx, { transferId, kind: 'enabled', actor: 'operator', at: now })
      await notifyOwner(tx, { transferId }, now, true)
      return true
    },
    async ofRequest(tx, { id: requestId, slug: requestSlug, takenDown }, now) {
      // Uploads are locked before what waits for them.
      if (takenDown === 'files')
        for (const { id, uploadId } of await receivedTransfers(tx, requestSlug))
          await reactivate(tx, deps, uploadId, () => unmarkTakenDown(tx, id))
      if (!(await putBackRequest(tx, requestId))) return false
      await notifyOwner(tx, { requestId }, now, true)
      return true
    },
  })

const nothing = async () => false
export const dismiss = (deps: Deps, slug: string, note = noNote): Promise<Decided> =>
  decide(deps, slug, 'dismissed', note, { ofTransfer: nothing, ofRequest: nothing })

type Acts = {
  ofTransfer: (tx: Transaction, transfer: TransferRow, now: Date) => Promise<boolean>
  ofRequest: (tx: Transaction, request: RequestRow, now: Date) => Promise<boolean>
}

const decide = (
  { db, clock }: Deps,
  slug: string,
  outcome: ReportOutcome | null,
  note: NoteDecision,
  acts: Acts,
): Promise<Decided> =>
  inTransaction(db, async (tx) => {
    const now = clock()
    const transfer = await findTransfer(tx, { slug })
    const request = transfer ? undefined : await findAnyRequest(tx, slug)
    const subject = transfer ? { transferId: transfer.id } : request ? { requestId: request.id } : null
    if (!subject) return null
    const changed = transfer ? await acts.ofTransfer(tx, transfer, now) : await acts.ofRequest(tx, request!, now)
    const settled = outcome ? await queries.settleReports(tx, subject, outcome, now) : 0
    if (changed || settled > 0) await note(tx, now)
    return { changed, settled, copies: [] }
  })

const notifyOwner = (tx: Transaction, subject: queries.Subject, now: Date, isBack: boolean): Promise<void> =>
  addJob(tx, notifySenderJob, { ...subject, at: now.getTime(), isBack }, { key: `tellDown:${Object.values(subject).join()}` })
