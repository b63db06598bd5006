/** SQL of transfers and their recipients. */
import type { MailState } from '@sampan/contract/states'
import { and, asc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { among } from '../../db/among.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import { inTheirPlaces, isNewest } from '../../db/held-versions.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { downloadSessions, recipients, transferFiles, transfers, transferTexts, uploads, users } from '../../db/tables.ts'
import { type HeldFile, heldFileColumns, heldFiles, isOfUpload } from '../content/index.ts'
import { moveEvents } from '../timeline/index.ts'
import { forgetFiles } from './queries-change.ts'
import type { TransferRow } from './transfer-row.ts'

export type { TransferRow } from './transfer-row.ts'
export type RecipientRow = typeof recipients.$inferSelect
export async function insertTransfer(tx: Transaction, row: typeof transfers.$inferInsert): Promise<TransferRow> {
  return (await tx.insert(transfers).values(row).returning())[0]!
}

export async function insertRecipients(tx: Transaction, rows: (typeof recipients.$inferInsert)[]): Promise<void> {
  if (rows.length) await tx.insert(recipients).values(rows)
}

/** What a search in its sender's list finds it by. In lower case as the database sees it, which searches are put into too. */
export async function insertText(
  tx: Transaction,
  { id, ownerId }: Pick<TransferRow, 'id' | 'ownerId'>,
  lines: string[],
): Promise<void> {
  await tx.insert(transferTexts).values({ transferId: id, ownerId, text: sql`lower(${lines.join('\n')})` })
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

/** The same of a recipient's transfer, and before the recipient's row is locked: whoever takes the transfer away locks them in this order. */
export async function holdTransferOf(tx: Transaction, recipientId: string): Promise<void> {
  const transferId = tx.select({ id: recipients.transferId }).from(recipients).where(eq(recipients.id, recipientId))
  await tx.select({ id: transfers.id }).from(transfers).where(eq(transfers.id, transferId)).for('key share')
}

/** Its first opening; undefined where it was opened before. */
export async function markOpened(tx: Transaction, id: string, openedAt: Date): Promise<RecipientRow | undefined> {
  await holdTransferOf(tx, id)
  const isFirst = and(eq(recipients.id, id), isNull(recipients.openedAt))
  return (await tx.update(recipients).set({ openedAt }).where(isFirst).returning())[0]
}

export const recipientsOf = (db: Db, transferId: string): Promise<RecipientRow[]> =>
  db.select().from(recipients).where(eq(recipients.transferId, transferId)).orderBy(asc(recipients.seq))

export const findRecipient = async (
  db: Db,
  by: { id: string } | { transferId: string; tokenHash: Buffer },
): Promise<RecipientRow | undefined> => {
  const which =
    'id' in by ? eq(recipients.id, by.id) : and(eq(recipients.transferId, by.transferId), eq(recipients.tokenHash, by.tokenHash))
  return (await db.select().from(recipients).where(which))[0]
}

/** False where it is gone. */
export async function updateRecipient(db: Db, id: string, set: Partial<typeof recipients.$inferInsert>): Promise<boolean> {
  return (await db.update(recipients).set(set).where(eq(recipients.id, id)).returning({ id: recipients.id })).length > 0
}

/** From one of these states; undefined where it is in none of them. */
export async function markBounced(
  tx: Transaction,
  id: string,
  mailReason: string,
  from: MailState[],
): Promise<RecipientRow | undefined> {
  await holdTransferOf(tx, id)
  const set = { mailState: 'bounced', mailReason } as const
  const isThere = and(eq(recipients.id, id), inArray(recipients.mailState, from))
  return (await tx.update(recipients).set(set).where(isThere).returning())[0]
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
  const moved = tx.select({ id: transfers.id }).from(transfers).where(isOwnedBy(transfers, fromId))
  await moveEvents(tx, moved, to.ownerId)
  await tx.update(transfers).set(to).where(isOwnedBy(transfers, fromId))
  await tx.update(transferTexts).set({ ownerId: to.ownerId }).where(isOwnedBy(transferTexts, fromId))
}

/** Whether all that an owner holds was begun in one browser. */
export async function isAllOfBrowser(tx: Transaction, ownerId: string, browserHash: string): Promise<boolean> {
  const isOthers = and(isOwnedBy(uploads, ownerId), ne(uploads.browserHash, browserHash))
  return (await tx.select({ id: uploads.id }).from(uploads).where(isOthers).limit(1)).length === 0
}

/** The browser in which a guest began a transfer, as a hash; undefined for what an account began. */
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
    sql`insert into transfer_files (transfer_id, position, file_id) select ${row.id}, row_number() over (order by position), id from ${heldFiles} where ${isOfUpload(uploadId)}`,
  )
  return row
}

/** Its files as they are now, in their order. */
export const filesOfTransfer = (db: Db, transferId: string, only?: string[]): Promise<HeldFile[]> =>
  db
    .select(heldFileColumns)
    .from(transferFiles)
    .innerJoin(heldFiles, eq(transferFiles.fileId, heldFiles.id))
    .where(and(eq(transferFiles.transferId, transferId), isNewest, only && among(heldFiles.id, only)))
    .orderBy(inTheirPlaces)

export type ListedFile = Pick<HeldFile, 'path' | 'size' | 'media'>

/** Only what the record of a sending tells of them: a thousand whole rows take longer to read than their bytes to store. */
export async function listedFilesOf(db: Db, transferId: string): Promise<ListedFile[]> {
  const listed = sql`json_build_object('path', ${heldFiles.path}, 'size', ${heldFiles.size}, 'media', ${heldFiles.media})`
  const [row] = await db
    .select({ list: sql<ListedFile[] | null>`json_agg(${listed} order by ${inTheirPlaces})` })
    .from(transferFiles)
    .innerJoin(heldFiles, eq(transferFiles.fileId, heldFiles.id))
    .where(and(eq(transferFiles.transferId, transferId), isNewest))
  return row?.list ?? []
}

/** The clock, when the grace of what is over now began, and how long before that no reader delays it any more. */
export type PurgeTimes = { now: Date; graceEnd: Date; readerTimeoutEnd: Date }

/** Time and grace are over and nobody reads, or nobody is waited for any more; or it was published and its upload was given up. */
const isOver = ({ now, graceEnd, readerTimeoutEnd }: PurgeTimes) => {
  const isRead = sql`exists (select 1 from ${downloadSessions} where ${downloadSessions.transferId} = ${transfers.id} and ${downloadSessions.readers} > 0 and ${downloadSessions.leaseUntil} > ${now.toISOString()}::timestamptz)`
  return and(
    ne(transfers.state, 'deleted'),
    or(
      and(lt(transfers.expiresAt, graceEnd), or(lt(transfers.expiresAt, readerTimeoutEnd), sql`not ${isRead}`)),
      and(eq(transfers.state, 'uploading'), lt(uploads.expiresAt, now)),
    ),
  )
}

/** All that may be over, found by indexes: they serve no condition over two tables. */
const mayBeOver = (db: Db, { graceEnd }: PurgeTimes) => {
  const expired = and(sql`${transfers.state} <> 'deleted'`, lt(transfers.expiresAt, graceEnd))
  const isWaiting = sql`${transfers.state} = 'uploading'`
  return unionAll(
    db.select({ id: transfers.id }).from(transfers).where(expired),
    db.select({ id: transfers.id }).from(transfers).where(isWaiting),
  )
}

export const transfersToPurge = (db: Db, times: PurgeTimes, max: number): Promise<{ id: string; uploadId: string }[]> =>
  db
    .select({ id: transfers.id, uploadId: transfers.uploadId })
    .from(transfers)
    .innerJoin(uploads, eq(transfers.uploadId, uploads.id))
    .where(and(inArray(transfers.id, mayBeOver(db, times)), isOver(times)))
    .orderBy(asc(transfers.expiresAt))
    .limit(max)

/** Ends a transfer that is still over once its row is locked; undefined where it is not. Its uploads are locked before. */
export async function endTransfer(
  tx: Transaction,
  id: string,
  uploadId: string,
  times: PurgeTimes,
): Promise<Pick<TransferRow, 'authorId' | 'expiresAt'> | undefined> {
  const [ended] = await tx
    .update(transfers)
    .set({ state: 'deleted' })
    .from(uploads)
    .where(and(eq(transfers.id, id), eq(uploads.id, uploadId), isOver(times)))
    .returning({ authorId: transfers.authorId, expiresAt: transfers.expiresAt })
  if (ended) await forgetFiles(tx, id)
  return ended
}

/** Whoever counts a download holds it. */
export async function countDownload(tx: Transaction, transferId: string, isFree: boolean): Promise<TransferRow> {
  const set = {
    downloadCount: sql`${transfers.downloadCount} + 1`,
    ...(isFree && { freeDownloads: sql`${transfers.freeDownloads} + 1` }),
  }
  return (await tx.update(transfers).set(set).where(eq(transfers.id, transferId)).returning())[0]!
}

/** What came to a file request is shared as the request is. */
export async function shareReceived(
  tx: Transaction,
  requestSlug: string,
  { sharedWith, isSharedWithTeam }: Pick<TransferRow, 'sharedWith' | 'isSharedWithTeam'>,
): Promise<void> {
  await tx.update(transfers).set({ sharedWith, isSharedWithTeam }).where(eq(transfers.requestSlug, requestSlug))
}

/** Of one author in an owner's hands: another is their author from now on, and nothing is shared with the former (M3). */
export async function handOverTransfers(
  tx: Transaction,
  { ownerId, from, to }: { ownerId: string; from: string; to: string },
): Promise<void> {
  await tx
    .update(transfers)
    .set({ authorId: to })
    .where(and(isOwnedBy(transfers, ownerId), eq(transfers.authorId, from)))
  await tx
    .update(transfers)
    .set({ sharedWith: sql`array_remove(${transfers.sharedWith}, ${from}::uuid)` })
    .where(and(isOwnedBy(transfers, ownerId), sql`${from}::uuid = any(${transfers.sharedWith})`))
}
