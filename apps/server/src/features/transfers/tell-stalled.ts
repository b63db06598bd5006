/** The bell tells a sender whose browser is gone that an upload has stalled (T5, Q23): its recipients wait for what nobody sends. */
import { inTransaction } from '../../db/connect.ts'
import { moveMark } from '../../db/installation.ts'
import { notifyLive } from '../../db/live.ts'
import type { Services } from '../../services.ts'
import { notify } from '../notifications/index.ts'
import { stalledBetween } from './queries-stalled.ts'

/** Each stall once: the mark says until when they have been told, and moves in the same transaction. One that goes on and stalls again is another. */
export async function tellStalled({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  await inTransaction(db, async (tx) => {
    const from = await moveMark(tx, 'transfers:stalled-until', now)
    for (const { id: transferId, ...transfer } of await stalledBetween(tx, from, now)) {
      await notify(tx, { transferId, transfer, kind: 'stalled', at: now })
      await notifyLive(tx, { ownerId: transfer.ownerId, what: 'transfer', slug: transfer.slug })
    }
  })
}
