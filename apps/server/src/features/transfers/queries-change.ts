/** SQL of what a sender does to a transfer. Each is one guarded update: of the owner's, from one state to another. */
import { and, eq, gt, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { files, transferFiles, transfers, uploads } from '../../db/tables.ts'
import type { TransferRow } from './queries.ts'

export type Own = { slug: string; ownerId: string }

const isOwn = ({ slug, ownerId }: Own) => and(eq(transfers.slug, slug), eq(transfers.ownerId, ownerId))
/** By its sender, and not yet erased. */
const isRestorable = and(eq(transfers.state, 'deleted'), isNotNull(transfers.deletedFrom))

/** Deleted ones too. */
export const findOwn = async (db: Db, own: Own): Promise<TransferRow | undefined> =>
  (await db.select().from(transfers).where(isOwn(own)))[0]

export async function markDeleted(tx: Transaction, own: Own, deletedAt: Date): Promise<TransferRow | undefined> {
  const set = { state: 'deleted', deletedFrom: sql`${transfers.state}`, deletedAt } as const
  return (
    await tx
      .update(transfers)
      .set(set)
      .where(and(isOwn(own), ne(transfers.state, 'deleted')))
      .returning()
  )[0]
}

export async function unmarkDeleted(tx: Transaction, own: Own, deletedAfter: Date): Promise<TransferRow | undefined> {
  const set = { state: sql`${transfers.deletedFrom}`, deletedFrom: null, deletedAt: null }
  return (
    await tx
      .update(transfers)
      .set(set)
      .where(and(isOwn(own), isRestorable, gt(transfers.deletedAt, deletedAfter)))
      .returning()
  )[0]
}

/** Locks the upload first, as completion does, so that the two never wait for each other in a circle. */
export async function lockUploadOf(tx: Transaction, uploadId: string): Promise<{ isComplete: boolean }> {
  const [upload] = await tx.select({ state: uploads.state }).from(uploads).where(eq(uploads.id, uploadId)).for('update')
  return { isComplete: upload?.state === 'complete' }
}

export const deletedLongAgo = (db: Db, deletedBefore: Date, most: number): Promise<{ id: string; uploadId: string }[]> =>
  db
    .select({ id: transfers.id, uploadId: transfers.uploadId })
    .from(transfers)
    .where(and(isRestorable, lt(transfers.deletedAt, deletedBefore)))
    .limit(most)

/** From here on nothing brings it back; false where it was restored or is erased already. The upload is locked. */
export async function forgetDeleted(tx: Transaction, id: string, deletedBefore: Date): Promise<boolean> {
  const [gone] = await tx
    .update(transfers)
    .set({ deletedFrom: null })
    .where(and(eq(transfers.id, id), isRestorable, lt(transfers.deletedAt, deletedBefore)))
    .returning({ id: transfers.id })
  if (gone) await tx.delete(transferFiles).where(eq(transferFiles.transferId, id))
  return !!gone
}

/** Does any transfer hold files of this upload? */
export async function isHeld(tx: Transaction, uploadId: string): Promise<boolean> {
  const inUpload = tx.select({ id: files.id }).from(files).where(eq(files.uploadId, uploadId))
  return (await tx.select().from(transferFiles).where(inArray(transferFiles.fileId, inUpload)).limit(1)).length > 0
}

type Switch = 'active' | 'disabled'

/** active <-> disabled; undefined where it was not in the first. */
export async function moveState(db: Db, own: Own, from: Switch, to: Switch): Promise<TransferRow | undefined> {
  return (
    await db
      .update(transfers)
      .set({ state: to })
      .where(and(isOwn(own), eq(transfers.state, from)))
      .returning()
  )[0]
}

export async function openLink(db: Db, own: Own): Promise<TransferRow | undefined> {
  return (
    await db
      .update(transfers)
      .set({ isLinkOpen: true })
      .where(and(isOwn(own), ne(transfers.state, 'deleted')))
      .returning()
  )[0]
}
