/** SQL of what is asked of senders: more time, and what they give in other ways. */
import type { AskedFor, OwnerStatus } from '@sampan/contract/states'
import { and, desc, eq, gt, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { timeRequests } from '../../db/tables.ts'
import { ownerStatusOf } from '../owners/index.ts'
import { findTransfer, type TransferRow } from '../transfers/index.ts'

export type TimeRequestRow = typeof timeRequests.$inferSelect
export type FoundTimeRequest = { request: TimeRequestRow; transfer: TransferRow; ownerStatus: OwnerStatus }

/** A request of the same words that still waits. */
export async function findSame(
  tx: Transaction,
  row: Pick<TimeRequestRow, 'transferId' | 'about' | 'email' | 'note'>,
  since: Date,
) {
  const { transferId, about, email, note } = timeRequests
  const isSame = and(eq(transferId, row.transferId), eq(about, row.about), eq(email, row.email), eq(note, row.note))
  const isWaiting = and(isNull(timeRequests.extendedAt), gt(timeRequests.askedAt, since))
  return (await tx.select({ id: timeRequests.id }).from(timeRequests).where(and(isSame, isWaiting)).limit(1))[0]
}

const waitsFor = (transferId: string, which: SQL) =>
  and(eq(timeRequests.transferId, transferId), which, isNull(timeRequests.extendedAt))

/** For more time. */
export async function newestWaiting(tx: Transaction, transferId: string): Promise<TimeRequestRow | undefined> {
  const which = waitsFor(transferId, eq(timeRequests.about, 'moreTime'))
  return (await tx.select().from(timeRequests).where(which).orderBy(desc(timeRequests.askedAt)).limit(1))[0]
}

export const insertRequest = async (tx: Transaction, row: typeof timeRequests.$inferInsert): Promise<void> =>
  void (await tx.insert(timeRequests).values(row))

/** With its transfer, and how the transfer's owner stands. */
export async function findAsked(db: Db, by: { id: string } | { tokenHash: Buffer }): Promise<FoundTimeRequest | undefined> {
  const which = 'id' in by ? eq(timeRequests.id, by.id) : eq(timeRequests.tokenHash, by.tokenHash)
  const [request] = await db.select().from(timeRequests).where(which)
  const transfer = request && (await findTransfer(db, { id: request.transferId }))
  const ownerStatus = transfer && (await ownerStatusOf(db, transfer.ownerId))
  return ownerStatus && { request, transfer, ownerStatus }
}

/** All that wait for one of these things of a transfer, the newest first. */
export async function markExtended(
  tx: Transaction,
  transferId: string,
  abouts: readonly AskedFor[],
  { extendedAt, extendedTo }: { extendedAt: Date; extendedTo: Date },
): Promise<Pick<TimeRequestRow, 'id' | 'email'>[]> {
  const { id, email, askedAt } = timeRequests
  const marked = await tx
    .update(timeRequests)
    .set({ extendedAt, extendedTo })
    .where(waitsFor(transferId, inArray(timeRequests.about, [...abouts])))
    .returning({ id, email, askedAt })
  return marked.sort((a, b) => b.askedAt.getTime() - a.askedAt.getTime())
}
