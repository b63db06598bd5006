/** A sender's deletion: the link stops at once, bytes and quota go when nobody can bring it back any more (T11). */
import { Problem } from '@sampan/contract/errors'
import { restoreSeconds } from '@sampan/contract/limits'
import type { Asker } from '@sampan/contract/permissions'
import { planOf } from '@sampan/contract/plans'
import { addSeconds } from '../../add-seconds.ts'
import { type Db, inTransaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import type { Services } from '../../services.ts'
import { holderOf } from '../owners/index.ts'
import { noteAct } from '../team-log/index.ts'
import { queueHardDelete } from './hard-delete-transfers.ts'
import { findOwn, markDeleted } from './queries-change.ts'
import { nameOf } from './transfer-name.ts'

/** By the plan of this moment. Who has no account has no bin to look into, and a moment to think again. */
export async function restorableUntil(db: Db, ownerId: string, deletedAt: Date): Promise<Date> {
  const binSeconds = planOf(await holderOf(db, ownerId)).binDays * 86_400
  return addSeconds(deletedAt, Math.max(restoreSeconds, binSeconds))
}

/** Repeating it answers the same time. */
export async function deleteTransfer(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Asker,
  slug: string,
): Promise<{ ok: true; restorableUntil: number }> {
  const own = { slug, actor, action: 'delete' } as const
  const until = await inTransaction(db, async (tx) => {
    const known = await findOwn(tx, own)
    if (!known) return null
    const deletedAt = clock()
    const transfer = await markDeleted(tx, own, {
      deletedAt,
      restorableUntil: await restorableUntil(tx, known.ownerId, deletedAt),
    })
    if (!transfer) return (await findOwn(tx, own))?.restorableUntil
    await queueHardDelete(tx, transfer)
    await noteAct(tx, actor, 'deleted', nameOf(transfer), deletedAt)
    await notifyLive(tx, { ownerId: transfer.ownerId, slug, what: 'transfer' })
    return transfer.restorableUntil
  })
  // What was purged long after its expiry has no such time: it is unknown.
  if (!until) throw new Problem('notYours')
  return { ok: true, restorableUntil: until.getTime() }
}
