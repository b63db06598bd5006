/** SQL of what a copy of an account's data has of its transfers, without what opens something (A5). */
import { and, asc, desc, eq, gt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { inTheirPlaces, isNewest } from '../../db/held-versions.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { downloadEvents, recipients, timeRequests, transferFiles, transfers, transferVersions } from '../../db/tables.ts'
import { heldFiles } from '../content/index.ts'
import { isRestorable } from './queries-change.ts'

/** In the order of their ids, after one. What was deleted is in it as long as it lies in the bin (T11). */
export function transfersAfter(db: Db, ownerId: string, afterId: string | null, now: Date, max: number) {
  const isKept = or(ne(transfers.state, 'deleted'), and(isRestorable, gt(transfers.restorableUntil, now)))
  return db
    .select()
    .from(transfers)
    .where(and(isOwnedBy(transfers, ownerId), isKept, afterId ? gt(transfers.id, afterId) : undefined))
    .orderBy(asc(transfers.id))
    .limit(max)
}

export const filesOf = (db: Db, transferId: string) =>
  db
    .select({ path: heldFiles.path, size: heldFiles.size, lastModified: heldFiles.lastModified, crc32: heldFiles.crc32 })
    .from(transferFiles)
    .innerJoin(heldFiles, eq(transferFiles.fileId, heldFiles.id))
    .where(and(eq(transferFiles.transferId, transferId), isNewest))
    .orderBy(inTheirPlaces)

export const recipientsOf = (db: Db, transferId: string) => {
  const { email, name, company, mailState, mailReason, mailedAt, remindedAt, openedAt, downloadedAt } = recipients
  return db
    .select({ email, name, company, mailState, mailReason, mailedAt, remindedAt, openedAt, downloadedAt })
    .from(recipients)
    .where(eq(recipients.transferId, transferId))
    .orderBy(asc(recipients.email))
}

export const timeRequestsOf = (db: Db, transferId: string) => {
  const { about, email, note, language, askedAt, extendedAt, extendedTo } = timeRequests
  return db
    .select({ about, email, note, language, askedAt, extendedAt, extendedTo })
    .from(timeRequests)
    .where(eq(timeRequests.transferId, transferId))
    .orderBy(asc(askedAt))
}

export const versionsOf = (db: Db, transferId: string) => {
  const { version, at, restoredVersion, changes, fileCount, totalBytes } = transferVersions
  return db
    .select({ version, at, restoredVersion, changes, fileCount, totalBytes })
    .from(transferVersions)
    .where(eq(transferVersions.transferId, transferId))
    .orderBy(asc(version))
}

/** The newest first. Who downloaded is told as the sender's own list tells it: without the network address. */
export const downloadsOf = (db: Db, transferId: string, max: number) => {
  const { at, countryCode, city, fileCount, sizeBytes } = downloadEvents
  return db
    .select({ at, by: recipients.email, countryCode, city, fileCount, sizeBytes })
    .from(downloadEvents)
    .leftJoin(recipients, eq(sql`${downloadEvents.recipientId}`, recipients.id))
    .where(eq(downloadEvents.transferId, transferId))
    .orderBy(desc(downloadEvents.at))
    .limit(max)
}
