/** SQL of what was sent to a file request. What its requester has deleted is not there any more. */
import type { Decision } from '@sampan/contract/states'
import { and, asc, desc, eq, gt, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { among } from '../../db/among.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import { submissions, submittedFiles, suppliers, transfers } from '../../db/tables.ts'
import { heldFiles } from '../content/index.ts'

export type SubmissionRow = typeof submissions.$inferSelect

export async function insertSubmission(tx: Transaction, row: typeof submissions.$inferInsert): Promise<SubmissionRow> {
  return (await tx.insert(submissions).values(row).returning())[0]!
}

export async function insertSubmittedFiles(
  tx: Transaction,
  submissionId: string,
  list: readonly { fileId: string; documentId: string | null }[],
): Promise<void> {
  await tx.execute(sql`
    insert into submitted_files (submission_id, file_id, document_id)
    select ${submissionId}, * from unnest(${sql.param(list.map(({ fileId }) => fileId))}::uuid[], ${sql.param(list.map(({ documentId }) => documentId))}::uuid[])`)
}

type Which = { uploadId: string } | { id: string }

/** In which a supplier has sent the last time; undefined: nothing yet. */
export const languageOfLast = async (db: Db, supplierId: string): Promise<SubmissionRow['language'] | undefined> =>
  (
    await db
      .select({ language: submissions.language })
      .from(submissions)
      .where(eq(submissions.supplierId, supplierId))
      .orderBy(desc(submissions.createdAt))
      .limit(1)
  )[0]?.language

export const findSubmission = async (db: Db, by: Which): Promise<SubmissionRow | undefined> =>
  (
    await db
      .select()
      .from(submissions)
      .where('id' in by ? eq(submissions.id, by.id) : eq(submissions.uploadId, by.uploadId))
  )[0]

/** Undefined where it was received before. */
export async function markReceived(tx: Transaction, uploadId: string, receivedAt: Date): Promise<SubmissionRow | undefined> {
  const isIt = and(eq(submissions.uploadId, uploadId), isNull(submissions.receivedAt))
  return (await tx.update(submissions).set({ receivedAt }).where(isIt).returning())[0]
}

const columns = {
  fileId: submittedFiles.fileId,
  documentId: submittedFiles.documentId,
  decision: submittedFiles.decision,
  reason: submittedFiles.reason,
  decidedAt: submittedFiles.decidedAt,
  isOtherType: submittedFiles.isOtherType,
  submissionId: submissions.id,
  supplierId: submissions.supplierId,
  uploadId: submissions.uploadId,
  /** Given with it. */
  email: submissions.email,
  isEmailProven: submissions.isEmailProven,
  createdAt: submissions.createdAt,
  receivedAt: submissions.receivedAt,
  transferId: transfers.id,
  transferSlug: transfers.slug,
  transferState: transfers.state,
  path: heldFiles.path,
  size: heldFiles.size,
  scan: heldFiles.scan,
  media: heldFiles.media,
  forms: heldFiles.forms,
  blobId: heldFiles.blobId,
  offset: heldFiles.offset,
  crc32: heldFiles.crc32,
  lastModified: heldFiles.lastModified,
  isLost: heldFiles.isLost,
}

const isKept = ne(transfers.state, 'deleted')
/** Or lies in the bin (T11). */
const isThereOrBinned = (now: Date) => or(isKept, and(isNotNull(transfers.deletedFrom), gt(transfers.restorableUntil, now)))

const sent = (db: Db, which: SQL | undefined, isIn: SQL | undefined = isKept) =>
  db
    .select(columns)
    .from(submittedFiles)
    .innerJoin(submissions, eq(submittedFiles.submissionId, submissions.id))
    .innerJoin(transfers, eq(submissions.transferId, transfers.id))
    .innerJoin(heldFiles, eq(submittedFiles.fileId, heldFiles.id))
    .where(and(which, isIn))

export type SentFile = Awaited<ReturnType<typeof sentFiles>>[number]

const newestFirst = [desc(submissions.createdAt), desc(submissions.id), asc(heldFiles.position)] as const

/** All, or those of one supplier; the newest submission first, its files in their order. Those on their way have no `receivedAt`. */
export const sentFiles = (db: Db, requestId: string, supplierId?: string) =>
  sent(db, and(eq(submissions.requestId, requestId), supplierId ? eq(submissions.supplierId, supplierId) : undefined)).orderBy(
    ...newestFirst,
  )

/** For a copy of all that is kept: what lies in the bin too. */
export const sentFilesForCopy = (db: Db, requestId: string, now: Date) =>
  sent(db, eq(submissions.requestId, requestId), isThereOrBinned(now)).orderBy(...newestFirst)

/** The same of a page of suppliers. */
export const filesOfSuppliers = (db: Db, requestId: string, supplierIds: readonly string[]): Promise<SentFile[]> =>
  sent(db, and(eq(submissions.requestId, requestId), among(submissions.supplierId, supplierIds))).orderBy(...newestFirst)

/** Names and sizes of what all but this supplier have sent, the newest; and how many there are. Nobody's whose files are still on their way. */
export async function filesOfOthers(db: Db, requestId: string, supplierId: string | undefined, max: number) {
  const { rows } = await db.execute<{ path: string; size: string; count: number }>(sql`
    select ${heldFiles.path} as path, ${heldFiles.size} as size, count(*) over ()::int as count
    from submitted_files x join submissions s on s.id = x.submission_id join transfers t on t.id = s.transfer_id
      join ${heldFiles} on ${heldFiles.id} = x.file_id
    where s.request_id = ${requestId} and s.received_at is not null and t.state <> 'deleted' and s.supplier_id is distinct from ${supplierId ?? null}::uuid
    order by s.created_at desc, s.id desc, ${heldFiles.position} limit ${max}`)
  return { files: rows.map(({ path, size }) => ({ path, size: Number(size) })), count: rows[0]?.count ?? 0 }
}

/** Received ones with these ids, in the same order. */
export const receivedFiles = (db: Db, requestId: string, fileIds: readonly string[]): Promise<SentFile[]> =>
  sent(db, isReceived(requestId, fileIds)).orderBy(...newestFirst)

const isReceived = (requestId: string, fileIds: readonly string[]) =>
  and(eq(submissions.requestId, requestId), isNotNull(submissions.receivedAt), among(submittedFiles.fileId, fileIds))

/** Of the submissions that one receipt tells of, newest first. */
export const filesInReceipt = (db: Db, submissionId: string) =>
  sent(db, and(eq(submissions.receiptIn, submissionId), eq(submissions.receiptState, 'due'))).orderBy(...newestFirst)

/** How the transfers stand that hold them. */
export const statesOf = (db: Db, transferIds: readonly string[]) =>
  db.select({ transferId: transfers.id, transferState: transfers.state }).from(transfers).where(among(transfers.id, transferIds))

/** Received ones, and they are locked. */
export async function lockReceived(tx: Transaction, requestId: string, fileIds: readonly string[]) {
  return sent(tx, isReceived(requestId, fileIds)).for('update', { of: submittedFiles })
}

type Decided = { decision: Decision; reason: string; decidedAt: Date }

export async function decide(tx: Transaction, fileIds: readonly string[], set: Decided): Promise<void> {
  await tx.update(submittedFiles).set(set).where(among(submittedFiles.fileId, fileIds))
}

/** It is locked. */
export async function deleteSubmittedFile(tx: Transaction, fileId: string): Promise<void> {
  await tx.delete(submittedFiles).where(eq(submittedFiles.fileId, fileId))
}

export async function markOtherType(tx: Transaction, submissionId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  const isIt = and(eq(submittedFiles.submissionId, submissionId), among(submittedFiles.fileId, fileIds))
  await tx.update(submittedFiles).set({ isOtherType: true }).where(isIt)
}

/** Of all, or of a page of suppliers. */
export const messagesOf = (db: Db, requestId: string, supplierIds?: readonly string[]) =>
  messages(db, requestId, and(supplierIds && among(submissions.supplierId, supplierIds), isKept))

export const messagesForCopy = (db: Db, requestId: string, now: Date) => messages(db, requestId, isThereOrBinned(now))

const messages = (db: Db, requestId: string, which: SQL | undefined) =>
  db
    .select({ supplierId: submissions.supplierId, text: submissions.message, at: submissions.createdAt })
    .from(submissions)
    .innerJoin(transfers, eq(submissions.transferId, transfers.id))
    .where(and(eq(submissions.requestId, requestId), which, ne(submissions.message, '')))
    .orderBy(desc(submissions.createdAt))

/** Their transfers, for deleting or forwarding. */
export const transferSlugsOf = async (db: Db, requestId: string): Promise<string[]> =>
  (
    await db
      .select({ slug: transfers.slug })
      .from(submissions)
      .innerJoin(transfers, eq(submissions.transferId, transfers.id))
      .where(and(eq(submissions.requestId, requestId), ne(transfers.state, 'deleted')))
  ).map(({ slug }) => slug)

/** Of each submission so many files are named in a mail. */
const namedFiles = 3

/** Submissions that were received after that, oldest first, each with what still counts of it and the first files' names; null: all. */
export const receivedSince = (db: Db, requestId: string, after: Date | null) => {
  const isReplaced = sql`exists (select from submitted_files as later join submissions as newer on newer.id = later.submission_id
      join transfers as holder on holder.id = newer.transfer_id
    where later.document_id = sent.document_id and newer.supplier_id = ${submissions.supplierId} and newer.received_at is not null
      and holder.state <> 'deleted' and newer.created_at > ${submissions.createdAt})`
  const content = sql<{ fileCount: number; bytes: number; files: { path: string; size: number }[] }>`(
    select json_build_object('fileCount', count(*), 'bytes', coalesce(sum(size), 0),
      'files', coalesce(json_agg(json_build_object('path', path, 'size', size) order by nth) filter (where nth <= ${namedFiles}), '[]'::json))
    from (select ${heldFiles.path} as path, ${heldFiles.size} as size, row_number() over (order by ${heldFiles.position}) as nth
      from submitted_files as sent join ${heldFiles} on ${heldFiles.id} = sent.file_id
      where sent.submission_id = ${submissions.id} and not ${isReplaced}) as counting)`
  return db
    .select({
      who: sql<string | null>`coalesce(nullif(${suppliers.name}, ''), ${suppliers.email})`,
      receivedAt: sql<Date>`${submissions.receivedAt}`.mapWith(submissions.receivedAt),
      message: submissions.message,
      content,
    })
    .from(submissions)
    .innerJoin(transfers, eq(submissions.transferId, transfers.id))
    .innerJoin(suppliers, eq(submissions.supplierId, suppliers.id))
    .where(
      and(
        eq(submissions.requestId, requestId),
        isNotNull(submissions.receivedAt),
        after ? gt(submissions.receivedAt, after) : undefined,
        ne(transfers.state, 'deleted'),
      ),
    )
    .orderBy(asc(submissions.receivedAt))
}
