/** The end of a file request, with what was received by it; for a while both can be brought back (T11). */
import { Problem } from '@sampan/contract/errors'
import { restoreSlackSeconds } from '@sampan/contract/limits'
import type { Asker } from '@sampan/contract/permissions'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import type { SignedIn } from '../../http/actor.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { noteAct } from '../team-log/index.ts'
import { eraseTransfers, markAllDeleted, overSince, restorableUntil, restoreWithin } from '../transfers/index.ts'
import { releaseExamples } from './examples.ts'
import { eraseDueJob, inspectJob } from './job-names.ts'
import * as queries from './queries.ts'
import * as bin from './queries-bin.ts'
import { examplesInBin } from './queries-examples.ts'
import { transferSlugsOf } from './queries-submissions.ts'
import { releaseBegun } from './release-begun.ts'
import { nextRemindAt } from './remind-days.ts'
import { queueMissed } from './take-down.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'config'>

/** Its pages, links and reminders stop at once, and what was begun and not sent ends. Repeating it changes nothing. */
export async function deleteRequest({ db, clock }: Deps, actor: SignedIn, slug: string): Promise<void> {
  const own = { slug, actor, action: 'delete' } as const
  await inTransaction(db, async (tx) => {
    const request = await queries.lockOwn(tx, own)
    if (!request) {
      if (await bin.findDeleted(tx, own)) return
      throw new Problem('notYours')
    }
    const deletedAt = clock()
    const deletion = { deletedAt, restorableUntil: await restorableUntil(tx, request.ownerId, deletedAt) }
    await releaseBegun(tx, { requestId: request.id })
    await markAllDeleted(tx, await transferSlugsOf(tx, request.id), deletion)
    await queries.updateRequest(tx, request.id, { ...deletion, nextRemindAt: null })
    await noteAct(tx, actor, 'deleted', request.title, deletedAt)
    await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug })
  })
}

/** With what was deleted together with it. Who is cut off in between finds the rest in the bin. */
export async function restoreRequest(services: Deps, actor: SignedIn, slug: string): Promise<void> {
  const own = { slug, actor, action: 'delete' } as const
  const slugs = await inTransaction(services.db, async (tx) => {
    const request = await bin.lockDeleted(tx, own)
    if (!request) {
      if (await queries.findOwn(tx, own)) return []
      throw new Problem('notYours')
    }
    if (request.restorableUntil! <= addSeconds(services.clock(), -restoreSlackSeconds)) throw new Problem('restoreTooLate')
    await queries.updateRequest(tx, request.id, { deletedAt: null, restorableUntil: null, nextRemindAt: nextRemindAt(request) })
    await queueMissed(tx, request.id)
    for (const submissionId of await bin.receivedAfter(tx, request.id, request.deletedAt!))
      await addJob(tx, inspectJob, { submissionId })
    await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug })
    return bin.deletedWith(tx, request.id, request.deletedAt!)
  })
  for (const received of slugs)
    await inTransaction(services.db, async (tx) => {
      // Deleted once more meanwhile: what is left of it stays in the bin.
      if (await queries.lockOwn(tx, own)) await restoreWithin(tx, services, actor, received)
    })
}

/** One, or all that the actor has deleted: nothing of it comes back from now on. */
export async function eraseRequests(tx: Transaction, actor: Asker, slug: string | undefined, now: Date): Promise<void> {
  for (const request of await bin.letGo(tx, actor, slug, overSince(now)))
    await eraseTransfers(tx, actor, await bin.deletedWith(tx, request.id, request.deletedAt!), now)
  await addJob(tx, eraseDueJob, {})
}

/** Rows whose time is over; what was received goes by jobs of its own. */
export async function eraseDueRequests({ db, clock }: Deps): Promise<void> {
  const before = addSeconds(clock(), -restoreSlackSeconds)
  await inTransaction(db, async (tx) => {
    const examples = await examplesInBin(tx, before)
    await bin.deleteDue(tx, before)
    await releaseExamples(tx, examples)
  })
}
