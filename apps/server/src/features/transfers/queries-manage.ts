/** SQL of what a sender without an account sees and does by the manage link (Q22). */
import { asc, desc, eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { downloadEvents } from '../../db/tables.ts'
import { heldFiles, isOfUpload } from '../content/index.ts'

/** Of an upload that is not complete, whose files its transfer does not hold yet. */
export const pathsOfUpload = (db: Db, uploadId: string): Promise<{ path: string; size: number }[]> =>
  db
    .select({ path: heldFiles.path, size: heldFiles.size })
    .from(heldFiles)
    .where(isOfUpload(uploadId))
    .orderBy(asc(heldFiles.position))

export const downloadsOf = (db: Db, transferId: string, max: number) =>
  db
    .select({
      at: downloadEvents.at,
      email: downloadEvents.recipientEmail,
      countryCode: downloadEvents.countryCode,
      city: downloadEvents.city,
      fileCount: downloadEvents.fileCount,
      path: heldFiles.path,
    })
    .from(downloadEvents)
    .leftJoin(heldFiles, eq(heldFiles.id, downloadEvents.fileId))
    .where(eq(downloadEvents.transferId, transferId))
    .orderBy(desc(downloadEvents.at), desc(downloadEvents.id))
    .limit(max)
