/** Everybody who asked for more time or more downloads is told that there is some, by whatever it came: somebody's request, or what the sender set. */
import type { AskedFor } from '@sampan/contract/states'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { downloadsLeft, lockTransfer } from '../transfers/index.ts'
import { notifyReceiverJob, notifyReceiverKey } from './job-names.ts'
import { markExtended } from './queries.ts'

/** `requestId`: the one that was answered. */
type More = { transferId: string; abouts: readonly AskedFor[]; expiresAt: Date; requestId?: string }

/** A person who asked more than once is told once. The transfer is locked. */
export async function notifyWaiting(
  tx: Transaction,
  { transferId, abouts, expiresAt, requestId }: More,
  now: Date,
): Promise<void> {
  const byEmail = new Map<string, string>()
  const given = { extendedAt: now, extendedTo: expiresAt }
  for (const { id, email } of await markExtended(tx, transferId, abouts, given))
    if (!byEmail.has(email) || id === requestId) byEmail.set(email, id)
  for (const id of byEmail.values()) await addJob(tx, notifyReceiverJob, { requestId: id }, { key: notifyReceiverKey(id) })
}

/** After its sender opened it again by other ways; closed or over once more, its people go on waiting. */
export async function notifyOfReopened({ db, clock }: Pick<Services, 'db' | 'clock'>, transferId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const transfer = await lockTransfer(tx, transferId)
    const now = clock()
    if (transfer?.state !== 'active' || transfer.expiresAt <= now) return
    const { expiresAt } = transfer
    const abouts: AskedFor[] = downloadsLeft(transfer) === 0 ? ['moreTime'] : ['moreTime', 'moreDownloads']
    await notifyWaiting(tx, { transferId, abouts, expiresAt }, now)
  })
}
