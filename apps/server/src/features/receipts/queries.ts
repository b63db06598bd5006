/** SQL of receipts: what was downloaded of a transfer, by sessions, and the checksums of its files. */
import { and, asc, count, desc, eq, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { isReportedSession, sessionHolds } from '../../db/download-sessions.ts'
import { isPermitted } from '../../db/permitted.ts'
import { downloadEvents, downloadSessions, recipients, selections, transferFiles, transfers } from '../../db/tables.ts'
import type { SignedIn } from '../../http/actor.ts'
import { heldFiles } from '../content/index.ts'

export type TransferRow = typeof transfers.$inferSelect
export type ReceiptQuery = { transferId: string; recipientId?: string | undefined; fileId?: string | undefined }

export const findOwn = async (db: Db, actor: SignedIn, slug: string): Promise<TransferRow | undefined> =>
  (
    await db
      .select()
      .from(transfers)
      .where(and(eq(transfers.slug, slug), isPermitted(actor, 'read'), ne(transfers.state, 'deleted')))
  )[0]

const s = downloadSessions
/** Bytes of it have left: opening alone is none. */
const hasBegun = sql`(${s.coverage} <> '{}' or ${s.completedAt} is not null)`

const isAsked = ({ transferId, recipientId, fileId }: ReceiptQuery): SQL | undefined =>
  and(
    eq(s.transferId, transferId),
    hasBegun,
    isReportedSession,
    recipientId === undefined ? undefined : eq(s.recipientId, recipientId),
    fileId === undefined ? undefined : sessionHolds(sql`${fileId}::uuid`),
  )

const lineColumns = {
  id: s.id,
  recipientId: s.recipientId,
  email: s.recipientEmail,
  fileId: s.fileId,
  selectionId: s.selectionId,
  version: s.version,
  /** Null where it did not get everything. */
  fileCount: downloadEvents.fileCount,
  startedAt: s.startedAt,
  completedAt: s.completedAt,
  countryCode: s.countryCode,
  city: s.city,
  program: s.program,
  device: s.device,
}

/** Newest first; `before` is the last of the page before. */
export const linesOf = (db: Db, asked: ReceiptQuery, max: number, before?: { startedAt: Date; id: string }) => {
  const isOlder = before && or(lt(s.startedAt, before.startedAt), and(eq(s.startedAt, before.startedAt), lt(s.id, before.id)))
  return db
    .select(lineColumns)
    .from(s)
    .leftJoin(downloadEvents, eq(downloadEvents.sessionId, s.id))
    .where(and(isAsked(asked), isOlder))
    .orderBy(desc(s.startedAt), desc(s.id))
    .limit(max)
}
export type LineRow = Awaited<ReturnType<typeof linesOf>>[number]

export const countLines = async (db: Db, asked: ReceiptQuery): Promise<number> =>
  (await db.select({ count: count() }).from(s).where(isAsked(asked)))[0]!.count

/** By recipient, and all others as one: when it began first, was whole first, and how often it was whole. */
export const peopleOf = (db: Db, asked: ReceiptQuery) =>
  db
    .select({
      recipientId: s.recipientId,
      email: s.recipientEmail,
      startedAt: sql<Date>`min(${s.startedAt})`.mapWith(s.startedAt),
      completedAt: sql<Date | null>`min(${s.completedAt})`.mapWith(s.completedAt),
      downloads: count(s.completedAt),
    })
    .from(s)
    .where(isAsked(asked))
    .groupBy(s.recipientId, s.recipientEmail)

export const recipientsOf = (db: Db, { transferId, recipientId }: ReceiptQuery) =>
  db
    .select()
    .from(recipients)
    .where(and(eq(recipients.transferId, transferId), recipientId === undefined ? undefined : eq(recipients.id, recipientId)))
    .orderBy(asc(recipients.email))

/** Of all versions, with those that had each: whoever downloaded an older one has its files. */
export const filesOf = (db: Db, transferId: string) =>
  db
    .select({
      id: heldFiles.id,
      path: heldFiles.path,
      size: heldFiles.size,
      sha256: heldFiles.sha256,
      blobId: heldFiles.blobId,
      offset: heldFiles.offset,
      fromVersion: transferFiles.fromVersion,
      beforeVersion: transferFiles.beforeVersion,
      isLost: heldFiles.isLost,
    })
    .from(transferFiles)
    .innerJoin(heldFiles, eq(transferFiles.fileId, heldFiles.id))
    .where(eq(transferFiles.transferId, transferId))
    .orderBy(asc(transferFiles.position))
export type FileRow = Awaited<ReturnType<typeof filesOf>>[number]

export type VersionRow = { version: number; fileCount: number }

export const selectionsOf = (db: Db, ids: string[]) =>
  db.select({ id: selections.id, fileIds: selections.fileIds }).from(selections).where(inArray(selections.id, ids))
