import type { Transaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { activateTransfer, queueMails } from './finish-transfer.ts'
import type { TransferRow } from './queries.ts'
import { lockUploadOf } from './queries-change.ts'

/**
 * A transfer that was away is there again, by what `unmark` does; what it has missed is made up for: its last byte may have come, or
 * its mails' turn. Its upload is locked before it, as by completion.
 */
export async function reactivate(
  tx: Transaction,
  services: Pick<Services, 'clock' | 'config'>,
  uploadId: string,
  unmark: () => Promise<TransferRow | undefined>,
): Promise<boolean> {
  const { isComplete } = await lockUploadOf(tx, uploadId)
  const transfer = await unmark()
  if (transfer?.state === 'uploading' && isComplete) await activateTransfer(tx, services, uploadId)
  else if (transfer?.state === 'active') await queueMails(tx, transfer.id)
  return transfer !== undefined
}
