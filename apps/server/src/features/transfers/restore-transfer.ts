/** Brings back what was deleted; what it missed meanwhile is made up for. */
import { Problem } from '@sampan/contract/errors'
import type { Asker } from '@sampan/contract/permissions'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import type { Services } from '../../services.ts'
import { noteAct } from '../team-log/index.ts'
import { activateTransfer, queueMails } from './finish-transfer.ts'
import { restorableSince } from './hard-delete-transfers.ts'
import { findOwn, lockUploadOf, unmarkDeleted } from './queries-change.ts'
import { nameOf } from './transfer-name.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'config'>

export async function restoreTransfer(services: Deps, actor: Asker, slug: string): Promise<{ ok: true }> {
  await inTransaction(services.db, (tx) => restoreWithin(tx, services, actor, slug))
  return { ok: true }
}

/** Repeating it changes nothing. */
export async function restoreWithin(
  tx: Transaction,
  services: Pick<Services, 'clock' | 'config'>,
  actor: Asker,
  slug: string,
): Promise<void> {
  const own = { slug, actor, action: 'delete' } as const
  const known = await findOwn(tx, own)
  if (!known || (known.state === 'deleted' && !known.deletedAt)) throw new Problem('notYours')
  const { isComplete } = await lockUploadOf(tx, known.uploadId)
  const transfer = await unmarkDeleted(tx, own, restorableSince(services.clock()))
  if (!transfer) {
    if ((await findOwn(tx, own))?.state === 'deleted') throw new Problem('restoreTooLate')
    return
  }
  await notifyLive(tx, { ownerId: transfer.ownerId, slug, what: 'transfer' })
  await noteAct(tx, actor, 'restored', nameOf(transfer), services.clock())
  // Its last byte may have come, or its mails' turn, while it was away.
  if (transfer.state === 'uploading' && isComplete) await activateTransfer(tx, services, transfer.uploadId)
  else if (transfer.state === 'active') await queueMails(tx, transfer.id)
}
