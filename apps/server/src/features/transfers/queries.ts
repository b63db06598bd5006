/** SQL of transfers and their recipients. */
import { and, asc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { files, recipients, transferFiles, transfers, uploads, users } from '../../db/tables.ts'
import { isHeld, lockUploadOf } from './queries-change.ts'

export type TransferRow = typeof transfers.$inferSelect
export type RecipientRow = typeof recipients.$inferSelect
export type HeldFile = Pick<typeof files.$inferSelect, 'id' | 'path' | 'size' | 'lastModified' | 'blobId' | 'offset' | 'crc32'>

export async function insertTransfer(tx: Transaction, row: typeof transfers.$inferInsert): Promise<TransferRow> {
  return (await tx.insert(transfers).values(row).returning())[0]!
}

export async function insertRecipients(tx: Transaction, rows: (typeof recipients.$inferInsert)[]): Promise<void> {
  if (rows.length) await tx.insert(recipients).values(rows)
}

export const findTransfer = async (
  db: Db,
  by: { slug: string } | { id: string } | { uploadId: string },
): Promise<TransferRow | undefined> => {
  const which =
    'slug' in by ? eq(transfers.slug, by.slug) : 'id' in by ? eq(transfers.id, by.id) : eq(transfers.uploadId, by.uploadId)
  return (await db.select().from(transfers).where(which))[0]
}

/** It stays as it is until the transaction ends. */
export const holdTransfer = async (tx: Transaction, id: string): Promise<TransferRow | undefined> =>
  (await tx.select().from(transfers).where(eq(transfers.id, id)).for('share'))[0]

export const recipientsOf = (db: Db, transferId: string): Promise<RecipientRow[]> =>
  db.select().from(recipients).where(eq(recipients.transferId, transferId)).orderBy(asc(recipients.email))

export const findRecipient = async (
  db: Db,
  by: { id: string } | { transferId: string; tokenHash: Buffer },
): Promise<RecipientRow | undefined> => {
  const which =
    'id' in by ? eq(recipients.id, by.id) : and(eq(recipients.transferId, by.transferId), eq(recipients.tokenHash, by.tokenHash))
  return (await db.select().from(recipients).where(which))[0]
}

export async function updateRecipient(db: Db, id: string, set: Partial<typeof recipients.$inferInsert>): Promise<void> {
  await db.update(recipients).set(set).where(eq(recipients.id, id))
}

/** Who sends for an account, as its row says. */
export async function findSender(
  db: Db,
  userId: string,
): Promise<Pick<typeof users.$inferSelect, 'email' | 'fullName' | 'company'> | undefined> {
  const { email, fullName, company } = users
  return (await db.select({ email, fullName, company }).from(users).where(eq(users.id, userId)))[0]
}

/** The transfers of one owner become another's, sent by `authorId`. */
export async function moveTransfers(tx: Transaction, fromId: string, to: { ownerId: string; authorId: string }): Promise<void> {
  await tx.update(transfers).set(to).where(eq(transfers.ownerId, fromId))
}

/** The browser in which a visitor began a transfer, as a hash; undefined for what an account began. */
export async function senderBrowserOf(db: Db, transferId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ browserHash: uploads.browserHash })
    .from(transfers)
    .innerJoin(uploads, eq(transfers.uploadId, uploads.id))
    .where(and(eq(transfers.id, transferId), isNull(uploads.authorId)))
  return row?.browserHash
}

/** uploading -> active, with the files of its upload; undefined where it is not uploading (any more). */
export async function activate(tx: Transaction, uploadId: string, sentAt: Date): Promise<TransferRow | undefined> {
  const [row] = await tx
    .update(transfers)
    .set({
      state: 'active',
      sentAt,
      expiresAt: sql`${sentAt.toISOString()}::timestamptz + make_interval(secs => ${transfers.expirySeconds})`,
    })
    .where(and(eq(transfers.uploadId, uploadId), eq(transfers.state, 'uploading')))
    .returning()
  if (!row) return undefined
  await tx.execute(
    sql`insert into transfer_files (transfer_id, position, file_id) select ${row.id}, row_number() over (order by position), id from files where upload_id = ${uploadId} and not is_removed`,
  )
  return row
}

export const filesOfTransfer = (db: Db, transferId: string, only?: string[]): Promise<HeldFile[]> =>
  db
    .select({
      id: files.id,
      path: files.path,
      size: files.size,
      lastModified: files.lastModified,
      blobId: files.blobId,
      offset: files.offset,
      crc32: files.crc32,
    })
    .from(transferFiles)
    .innerJoin(files, eq(transferFiles.fileId, files.id))
    .where(
      only ? and(eq(transferFiles.transferId, transferId), inArray(files.id, only)) : eq(transferFiles.transferId, transferId),
    )
    .orderBy(asc(transferFiles.position))

/** Time and grace are over, or it was published and its upload was given up. */
const isOver = (now: Date, graceEnd: Date) =>
  and(
    ne(transfers.state, 'deleted'),
    or(lt(transfers.expiresAt, graceEnd), and(eq(transfers.state, 'uploading'), lt(uploads.expiresAt, now))),
  )

export const transfersToPurge = (db: Db, now: Date, graceEnd: Date, most: number): Promise<{ id: string; uploadId: string }[]> =>
  db
    .select({ id: transfers.id, uploadId: transfers.uploadId })
    .from(transfers)
    .innerJoin(uploads, eq(transfers.uploadId, uploads.id))
    .where(isOver(now, graceEnd))
    .limit(most)

/**
 * Ends a transfer that is still over once its row is locked. True where no other transfer holds files of its upload, whose bytes
 * may then go.
 */
export async function endTransfer(tx: Transaction, id: string, uploadId: string, now: Date, graceEnd: Date): Promise<boolean> {
  await lockUploadOf(tx, uploadId)
  const [ended] = await tx
    .update(transfers)
    .set({ state: 'deleted' })
    .from(uploads)
    .where(and(eq(transfers.id, id), eq(uploads.id, uploadId), isOver(now, graceEnd)))
    .returning({ id: transfers.id })
  if (!ended) return false
  await tx.delete(transferFiles).where(eq(transferFiles.transferId, id))
  return !(await isHeld(tx, uploadId))
}
