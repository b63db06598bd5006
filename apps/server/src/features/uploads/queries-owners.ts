/** SQL of whose uploads are whose. */
import { and, asc, eq, isNull } from 'drizzle-orm'
import { among } from '../../db/among.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { uploads, users } from '../../db/tables.ts'
import { ensureOwner } from '../owners/index.ts'

/**
 * Whose quota and month a verified address takes: those of its account, so that signing out gains nobody a second set of limits, or its
 * own where it has none. The address is held, so that no account adopts it meanwhile; not locked.
 */
export async function ownerOfAddress(tx: Transaction, email: string): Promise<{ ownerId: string; userId: string | null }> {
  const { id: userId, ownerId } = users
  const [account] = await tx.select({ userId, ownerId }).from(users).where(eq(users.email, email))
  return account ?? { ownerId: await ensureOwner(tx, 'address', email, 'anon'), userId: null }
}

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
