/** SQL of one transfer of one's own, whole. */
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { isReportedSession } from '../../db/download-sessions.ts'
import { inTheirPlaces, isNewest } from '../../db/held-versions.ts'
import { downloadEvents, downloadPlaces, downloadSessions, recipients, timeRequests, transferFiles } from '../../db/tables.ts'
import { heldFiles, isOfUpload } from '../content/index.ts'
import type { TransferRow } from './queries.ts'

const fileColumns = {
  id: heldFiles.id,
  path: heldFiles.path,
  size: heldFiles.size,
  lastModified: heldFiles.lastModified,
  sha256: heldFiles.sha256,
  scan: heldFiles.scan,
  scanFinding: heldFiles.scanFinding,
  media: heldFiles.media,
  forms: heldFiles.forms,
  isLost: heldFiles.isLost,
}

/** Of its newest version; while it uploads, those of its upload. */
export const detailFiles = (db: Db, { id, uploadId, state }: TransferRow) =>
  state === 'uploading'
    ? db.select(fileColumns).from(heldFiles).where(isOfUpload(uploadId)).orderBy(asc(heldFiles.position))
    : db
        .select(fileColumns)
        .from(transferFiles)
        .innerJoin(heldFiles, eq(transferFiles.fileId, heldFiles.id))
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
    .where(and(eq(timeRequests.transferId, transferId), eq(timeRequests.about, 'moreTime')))
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
      path: heldFiles.path,
    })
    .from(downloadEvents)
    .leftJoin(heldFiles, eq(heldFiles.id, downloadEvents.fileId))
    .where(eq(downloadEvents.transferId, transferId))
    .orderBy(desc(downloadEvents.at), desc(downloadEvents.id))
    .limit(max)
