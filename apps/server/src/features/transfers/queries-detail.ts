/** SQL of one transfer of one's own, whole. */
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { inTheirPlaces, isNewest, isReportedSession } from '../../db/held-file.ts'
import {
  blobs,
  downloadEvents,
  downloadPlaces,
  downloadSessions,
  files,
  recipients,
  timeRequests,
  transferFiles,
} from '../../db/tables.ts'
import type { TransferRow } from './queries.ts'

const fileColumns = {
  id: files.id,
  path: files.path,
  size: files.size,
  lastModified: files.lastModified,
  sha256: files.sha256,
  scan: files.scan,
  scanFinding: files.scanFinding,
  media: files.media,
  forms: files.forms,
  isLost: sql<boolean>`${blobs.lostAt} is not null`,
}

/** Of its newest version; while it uploads, those of its upload. */
export const detailFiles = (db: Db, { id, uploadId, state }: TransferRow) =>
  state === 'uploading'
    ? db
        .select(fileColumns)
        .from(files)
        .leftJoin(blobs, eq(files.blobId, blobs.id))
        .where(and(eq(files.uploadId, uploadId), eq(files.isRemoved, false)))
        .orderBy(asc(files.position))
    : db
        .select(fileColumns)
        .from(transferFiles)
        .innerJoin(files, eq(transferFiles.fileId, files.id))
        .leftJoin(blobs, eq(files.blobId, blobs.id))
        .where(and(eq(transferFiles.transferId, id), isNewest))
        .orderBy(inTheirPlaces)

/** How often each has downloaded, and when they first began: by their own downloads alone, however many others had the link. */
export const readsByRecipient = (db: Db, transferId: string) => {
  const isTheirs = sql`recipient_id = recipients.id`
  const downloads = sql<number>`(select count(*)::int from download_events where ${isTheirs})`
  const startedAt = sql`(select min(started_at) from download_sessions where ${isTheirs} and ${isReportedSession})`
  return db
    .select({ recipientId: recipients.id, downloads, startedAt: startedAt.mapWith(downloadSessions.startedAt) })
    .from(recipients)
    .where(eq(recipients.transferId, transferId))
}

/** Most first. */
export const placesOf = (db: Db, transferId: string, max: number) => {
  const { city, downloads } = downloadPlaces
  const countryCode = sql<string | null>`nullif(${downloadPlaces.countryCode}, '')`
  return db
    .select({ countryCode, city, downloads })
    .from(downloadPlaces)
    .where(eq(downloadPlaces.transferId, transferId))
    .orderBy(desc(downloads), asc(countryCode), asc(city))
    .limit(max)
}

/** Newest first. */
export const timeRequestsOf = (db: Db, transferId: string, max: number) =>
  db
    .select()
    .from(timeRequests)
    .where(eq(timeRequests.transferId, transferId))
    .orderBy(desc(timeRequests.askedAt), desc(timeRequests.id))
    .limit(max)

/** What this transaction asks from now on ends with an error after so long. */
export const endAfter = async (tx: Transaction, ms: number): Promise<void> =>
  void (await tx.execute(sql`select set_config('statement_timeout', ${String(ms)}, true)`))

/** Newest first. A file that is gone has no name any more. */
export const latestOf = (db: Db, transferId: string, max: number) =>
  db
    .select({
      at: downloadEvents.at,
      countryCode: downloadEvents.countryCode,
      city: downloadEvents.city,
      email: downloadEvents.recipientEmail,
      path: files.path,
    })
    .from(downloadEvents)
    .leftJoin(
      files,
      sql`${files.id} = case when ${downloadEvents.scope} like 'file:%' then substr(${downloadEvents.scope}, 6)::uuid end`,
    )
    .where(eq(downloadEvents.transferId, transferId))
    .orderBy(desc(downloadEvents.at), desc(downloadEvents.id))
    .limit(max)
