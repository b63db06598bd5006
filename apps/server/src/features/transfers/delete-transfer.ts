/** A sender's deletion: the link stops at once, a moment later bytes and quota go. */
import { Problem } from '@sampan/contract/errors'
import { restoreSeconds } from '@sampan/contract/limits'
import type { Asker } from '@sampan/contract/permissions'
import { inTransaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import type { Services } from '../../services.ts'
import { queueHardDelete } from './hard-delete-transfers.ts'
import { findOwn, markDeleted } from './queries-change.ts'

/** Repeating it answers the same time. */
export async function deleteTransfer(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Asker,
  slug: string,
): Promise<{ ok: true; restorableUntil: number }> {
  const own = { slug, actor, action: 'delete' } as const
  const deleted = await inTransaction(db, async (tx) => {
    const transfer = await markDeleted(tx, own, clock())
    if (transfer) {
      await queueHardDelete(tx, transfer, transfer.deletedAt!)
      await notifyLive(tx, { ownerId: transfer.ownerId, slug, what: 'transfer' })
    }
    return transfer ?? findOwn(tx, own)
  })
  // What was purged long after its expiry has no such time: it is unknown.
  if (!deleted?.deletedAt) throw new Problem('notYours')
  return { ok: true, restorableUntil: deleted.deletedAt.getTime() + restoreSeconds * 1000 }
}
