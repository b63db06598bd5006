import { Problem } from '@sampan/contract/errors'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { queueMails } from './finish-transfer.ts'
import { recordsOf } from './list-transfers.ts'
import { findOwn, moveState, type Own } from './queries-change.ts'
import { requireActive } from './transfer-status.ts'

/** Closes a link or opens it again. Repeating it changes nothing. */
export async function changeTransfer(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  actor: SignedIn,
  slug: string,
  { isDisabled }: { isDisabled: boolean },
): Promise<{ transfer: TransferRecord }> {
  requireActive(actor.status)
  const own = { slug, ownerId: actor.ownerId }
  if (isDisabled) await moveState(services.db, own, 'active', 'disabled')
  else await openAgain(services, own)
  const transfer = await findOwn(services.db, own)
  if (!transfer || transfer.state === 'deleted') throw new Problem('notYours')
  if (transfer.state === 'uploading') throw new Problem('transferUploading')
  if (transfer.state === 'takenDown') throw new Problem('transferTakenDown')
  const [record] = await recordsOf(services, actor, [transfer])
  return { transfer: record! }
}

/** The mails whose turn came while it was closed go now (T10). */
const openAgain = ({ db }: Pick<Services, 'db'>, own: Own): Promise<void> =>
  inTransaction(db, async (tx) => {
    const transfer = await moveState(tx, own, 'disabled', 'active')
    if (transfer) await queueMails(tx, transfer.id)
  })
