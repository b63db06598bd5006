/** SQL of whose uploads are whose. */
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { among } from '../../db/among.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { uploads } from '../../db/tables.ts'

/** Condition: there is something of this owner's. */
export const hasUploads = (ownerId: Parameters<typeof isOwnedBy>[1]): SQL =>
  sql`exists (select 1 from ${uploads} where ${isOwnedBy(uploads, ownerId)})`

/** How many are under way, for a statement about everything. */
export const openUploadCount = sql`(select count(*) from ${uploads} where ${uploads.state} = 'open')`

/** Locks every upload of an owner, in the order of their ids. */
export async function lockUploadsOf(tx: Transaction, ownerId: string): Promise<void> {
  await tx.select({ id: uploads.id }).from(uploads).where(isOwnedBy(uploads, ownerId)).orderBy(asc(uploads.id)).for('update')
}

/**
 * What one account has begun under an owner and not sent, a version of a transfer too; locked before the owner is. `isOwnerLocked`: what
 * somebody else holds then would wait for the owner, and is passed over.
 */
export const lockUnsent = (
  tx: Transaction,
  { ownerId, authorId, isOwnerLocked = false }: { ownerId: string; authorId: string; isOwnerLocked?: boolean },
): Promise<{ id: string; declaredBytes: number }[]> =>
  tx
    .select({ id: uploads.id, declaredBytes: uploads.declaredBytes })
    .from(uploads)
    .where(
      and(isOwnedBy(uploads, ownerId), eq(uploads.authorId, authorId), eq(uploads.state, 'open'), isNull(uploads.publishedAt)),
    )
    .orderBy(asc(uploads.id))
    .for('update', isOwnerLocked ? { skipLocked: true } : {})

export async function moveUploads(tx: Transaction, fromId: string, toId: string): Promise<void> {
  await tx.update(uploads).set({ ownerId: toId }).where(isOwnedBy(uploads, fromId))
}

export const uploadsOfOwner = async (db: Db, ownerId: string, max: number): Promise<string[]> =>
  (await db.select({ id: uploads.id }).from(uploads).where(isOwnedBy(uploads, ownerId)).limit(max)).map(({ id }) => id)

/** Of an upload that was discarded: nothing hangs on it any more. */
export const deleteUpload = async (tx: Transaction, id: string): Promise<void> =>
  void (await tx.delete(uploads).where(eq(uploads.id, id)))

/** Uploads that are locked and open end. */
export async function discardLocked(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.update(uploads).set({ state: 'discarded', networkKey: '' }).where(among(uploads.id, ids))
}
