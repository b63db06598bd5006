import { Problem } from '@sampan/contract/errors'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { recordsOf } from './list-transfers.ts'
import { findOwn, moveState } from './queries-change.ts'
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
  await (isDisabled ? moveState(services.db, own, 'active', 'disabled') : moveState(services.db, own, 'disabled', 'active'))
  const transfer = await findOwn(services.db, own)
  if (!transfer || transfer.state === 'deleted') throw new Problem('notYours')
  if (transfer.state === 'uploading') throw new Problem('transferUploading')
  if (transfer.state === 'takenDown') throw new Problem('transferTakenDown')
  const [record] = await recordsOf(services, actor, [transfer])
  return { transfer: record! }
}
