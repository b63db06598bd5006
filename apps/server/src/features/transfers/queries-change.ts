/** SQL of what a sender does to a transfer. Each is one guarded update: of what the actor may do that to, from one state to another. */
import { and, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy, isPermitted } from '../../db/permitted.ts'
import { downloadSessions, transferFiles, transfers, transferTexts, uploads } from '../../db/tables.ts'
import { forgetVersions } from './queries-versions.ts'
import type { Own, TransferRow } from './transfer-row.ts'

export type { Own } from './transfer-row.ts'

const isOwn = ({ slug, actor, action }: Own) => and(eq(transfers.slug, slug), isPermitted(actor, action))
/** By its sender, and not yet hard-deleted. */
export const isRestorable = and(eq(transfers.state, 'deleted'), isNotNull(transfers.deletedFrom))
/** A server of the version before, which may run beside this one for a moment, sets none. */
const restorableUntil = sql`coalesce(${transfers.restorableUntil}, ${transfers.deletedAt})`
const isAfter = (time: Date) => sql`${restorableUntil} > ${time.toISOString()}::timestamptz`
const isBefore = (time: Date) => sql`${restorableUntil} < ${time.toISOString()}::timestamptz`

/** Deleted ones too. */
export const findOwn = async (db: Db, own: Own): Promise<TransferRow | undefined> =>
  (await db.select().from(transfers).where(isOwn(own)))[0]

export type Deletion = { deletedAt: Date; restorableUntil: Date }

/** Those that are deleted already stay as they are. */
export const deleteWhere = (tx: Transaction, which: SQL | undefined, deletion: Deletion) =>
  tx
    .update(transfers)
    .set({ state: 'deleted', deletedFrom: sql`${transfers.state}`, ...deletion })
    .where(and(which, ne(transfers.state, 'deleted')))

export const markDeleted = async (tx: Transaction, own: Own, deletion: Deletion): Promise<TransferRow | undefined> =>
  (await deleteWhere(tx, isOwn(own), deletion).returning())[0]

export async function unmarkDeleted(tx: Transaction, own: Own, after: Date): Promise<TransferRow | undefined> {
  const set = { state: sql`${transfers.deletedFrom}`, deletedFrom: null, deletedAt: null, restorableUntil: null }
  return (
    await tx
      .update(transfers)
      .set(set)
      .where(and(isOwn(own), isRestorable, isAfter(after)))
      .returning()
  )[0]
}

/** Locks the upload first, as completion does, so that the two never wait for each other in a circle. */
export async function lockUploadOf(tx: Transaction, uploadId: string): Promise<{ isComplete: boolean }> {
  const [upload] = await tx.select({ state: uploads.state }).from(uploads).where(eq(uploads.id, uploadId)).for('update')
  return { isComplete: upload?.state === 'complete' }
}

export const toErase = (db: Db, before: Date, max: number): Promise<{ id: string; uploadId: string }[]> =>
  db
    .select({ id: transfers.id, uploadId: transfers.uploadId })
    .from(transfers)
    .where(and(isRestorable, isBefore(before)))
    .limit(max)

/** From here on nothing brings it back; false where it was restored or is hard-deleted already. The upload is locked. */
export async function forgetDeleted(tx: Transaction, id: string, before: Date): Promise<boolean> {
  const [gone] = await tx
    .update(transfers)
    .set({ deletedFrom: null })
    .where(and(eq(transfers.id, id), isRestorable, isBefore(before)))
    .returning({ id: transfers.id })
  if (gone) await forgetFiles(tx, id)
  return !!gone
}

/** With them goes what they were called. */
export async function forgetFiles(tx: Transaction, transferId: string): Promise<void> {
  await tx.delete(transferFiles).where(eq(transferFiles.transferId, transferId))
  await tx.delete(transferTexts).where(eq(transferTexts.transferId, transferId))
  await forgetVersions(tx, transferId)
}

export async function lockRow(tx: Transaction, id: string, how: 'update' | 'no key update'): Promise<void> {
  await tx.select({ id: transfers.id }).from(transfers).where(eq(transfers.id, id)).for(how)
}

/** It is locked. */
export async function updateTransfer(tx: Transaction, id: string, set: Partial<TransferRow>): Promise<TransferRow> {
  return (await tx.update(transfers).set(set).where(eq(transfers.id, id)).returning())[0]!
}

/** Undefined where it was open already. */
export async function openLink(tx: Transaction, own: Own): Promise<TransferRow | undefined> {
  return (
    await tx
      .update(transfers)
      .set({ isLinkOpen: true })
      .where(and(isOwn(own), ne(transfers.state, 'deleted'), eq(transfers.isRestricted, false), eq(transfers.isLinkOpen, false)))
      .returning()
  )[0]
}

/**
 * Nobody was mailed of it; what hangs on it goes along. What its sender has deleted meanwhile goes too, so that nothing hard-deletes its upload
 * later. `wasRead`: somebody began to download from it. Undefined where it is not unfinished (any more).
 */
export async function deleteUnfinished(tx: Transaction, transferId: string): Promise<{ wasRead: boolean } | undefined> {
  const wasDeleted = and(eq(transfers.state, 'deleted'), eq(transfers.deletedFrom, 'uploading'))
  const isUnfinished = and(eq(transfers.id, transferId), or(eq(transfers.state, 'uploading'), wasDeleted))
  // Locked first: no download begins between the look at them and the end.
  const [found] = await tx.select({ count: transfers.downloadCount }).from(transfers).where(isUnfinished).for('update')
  if (!found) return undefined
  const ofIt = eq(downloadSessions.transferId, transferId)
  const sessions = await tx.select({ id: downloadSessions.id }).from(downloadSessions).where(ofIt).limit(1)
  await tx.delete(transfers).where(eq(transfers.id, transferId))
  return { wasRead: found.count > 0 || sessions.length > 0 }
}

/** Deleted ones too. */
export const transfersOfOwner = (db: Db, ownerId: string, max: number): Promise<{ id: string; uploadId: string }[]> =>
  db.select({ id: transfers.id, uploadId: transfers.uploadId }).from(transfers).where(isOwnedBy(transfers, ownerId)).limit(max)

/** With all that hangs on it: recipients, what they downloaded, names of files. */
export const deleteRow = async (tx: Transaction, id: string): Promise<void> =>
  void (await tx.delete(transfers).where(eq(transfers.id, id)))
