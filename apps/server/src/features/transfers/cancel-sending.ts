/** Cancelling what was sent before its upload was whole: nobody was mailed yet, so it is as if it had never been sent. */
import { Problem } from '@sampan/contract/errors'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { forgetTransfer } from '../analytics/index.ts'
import { mayClaim, unclaimUpload } from '../uploads/index.ts'
import { isSender } from './is-sender.ts'
import { findTransfer, type TransferRow } from './queries.ts'
import { deleteUnfinished, lockUploadOf } from './queries-change.ts'

/** Repeating it changes nothing. Once the last part has come it is too late: uploadClosed. */
export async function cancelSending({ db, clock }: Pick<Services, 'db' | 'clock'>, actor: Actor, slug: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const transfer = await findLocked(tx, slug)
    if (!transfer && (await mayClaim(tx, actor, slug))) return
    if (!transfer || !(await isSender(tx, actor, transfer, clock()))) throw new Problem('uploadNotFound')
    await forgetTransfer(tx, transfer.id)
    const gone = await deleteUnfinished(tx, transfer.id)
    // What was downloaded from has been sent, whatever is said of it later: else a month had no end.
    await unclaimUpload(tx, transfer.uploadId, gone?.wasRead ? null : transfer.sentAt)
    if (!gone) throw new Problem('uploadNotFound')
  })
}

/** As it is once nobody else changes what becomes of its upload. */
async function findLocked(tx: Transaction, slug: string): Promise<TransferRow | undefined> {
  const found = await findTransfer(tx, { slug })
  if (!found) return undefined
  await lockUploadOf(tx, found.uploadId)
  return findTransfer(tx, { slug })
}
