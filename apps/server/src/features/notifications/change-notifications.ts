/** What the reader of a bell does with it; the account's other windows learn of it. */
import { Problem } from '@sampan/contract/errors'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import * as queries from './queries.ts'

type Deps = Pick<Services, 'db' | 'clock'>
type Change = { notifyId: string; before?: number | undefined }

export async function changeNotifications({ db, clock }: Deps, actor: SignedIn, { notifyId, before }: Change) {
  const now = clock()
  const seen = { before: new Date(before ?? now.getTime()) }
  return inTransaction(db, async (tx) => {
    if (notifyId === 'Allread') return notified(tx, actor, await queries.markRead(tx, actor, seen, now))
    if (notifyId === 'all') return notified(tx, actor, await queries.deleteOf(tx, actor, seen))
    // One that is gone and one of another account's look the same (H4).
    const count = await queries.deleteOf(tx, actor, { id: notifyId })
    if (!count) throw new Problem('notYours')
    return notified(tx, actor, count)
  })
}

export const readNotification = ({ db, clock }: Deps, actor: SignedIn, id: string) =>
  inTransaction(db, async (tx) => {
    const count = await queries.markRead(tx, actor, { id }, clock())
    if (!count) throw new Problem('notYours')
    return notified(tx, actor, count)
  })

async function notified(tx: Transaction, { ownerId }: SignedIn, changed: number): Promise<{ ok: true }> {
  if (changed) await notifyLive(tx, { ownerId, what: 'notifications' })
  return { ok: true }
}
