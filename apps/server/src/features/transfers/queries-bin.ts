/** SQL of what was deleted and can be brought back (T11). */
import type { Asker } from '@sampan/contract/permissions'
import { and, count, desc, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { isPermitted } from '../../db/permitted.ts'
import { transfers } from '../../db/tables.ts'
import { type Deletion, deleteWhere, isRestorable } from './queries-change.ts'
import type { TransferRow } from './transfer-row.ts'

export type BinQuery = {
  actor: Asker
  now: Date
  /** What was deleted together with a file request, by the times of their deletions: it comes back with that. */
  deletedWith: { slug: string; deletedAt: Date }[]
}

/** Of a request's alone what was deleted at its own moment. */
const isApart = ({ slug, deletedAt }: BinQuery['deletedWith'][number]) =>
  or(isNull(transfers.requestSlug), ne(transfers.requestSlug, slug), ne(transfers.deletedAt, deletedAt))

const isBinned = ({ actor, now, deletedWith }: BinQuery): SQL | undefined =>
  and(isPermitted(actor, 'delete'), isRestorable, gt(transfers.restorableUntil, now), ...deletedWith.map(isApart))

export const binnedTransfers = (db: Db, asked: BinQuery, max: number): Promise<TransferRow[]> =>
  db.select().from(transfers).where(isBinned(asked)).orderBy(desc(transfers.deletedAt), desc(transfers.id)).limit(max)

export async function countBinned(db: Db, asked: BinQuery): Promise<{ count: number; bytes: number }> {
  const bytes = sql<number>`coalesce(sum(${transfers.totalBytes}), 0)`.mapWith(Number)
  return (await db.select({ count: count(), bytes }).from(transfers).where(isBinned(asked)))[0]!
}

/** From then on these cannot be brought back; undefined: all of the actor's. */
export async function letGo(tx: Transaction, actor: Asker, slugs: string[] | undefined, until: Date): Promise<void> {
  const which = slugs && inArray(transfers.slug, slugs)
  await tx
    .update(transfers)
    .set({ restorableUntil: until })
    .where(and(isPermitted(actor, 'delete'), isRestorable, gt(transfers.restorableUntil, until), which))
}

export async function markAllDeleted(tx: Transaction, slugs: string[], deletion: Deletion): Promise<void> {
  await deleteWhere(tx, inArray(transfers.slug, slugs), deletion)
}
