/** Tells whose webhook it is that nothing more is sent to it (O9), in the transaction in which that ends. */
import type { Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import * as queries from './queries.ts'

type Paused = { userId: string; ownerId: string; webhookId: string; name: string; at: Date }

export async function ringPaused(tx: Transaction, { ownerId, name, ...paused }: Paused): Promise<void> {
  await queries.insertNotification(tx, { ...paused, requestOwnerId: ownerId, kind: 'webhookPaused', fileName: name })
  await notifyLive(tx, { ownerId, what: 'notifications' })
}
