/** SQL of what was begun for file requests and is not whole. */
import type { Kept } from '@sampan/contract/rules/kept-upload'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { submissions, uploads } from '../../db/tables.ts'
import { heldFiles } from '../content/index.ts'

/** A ticket names them, and is a header. */
const mostAtOnce = 20

export type OpenUpload = Kept & {
  /** Null for people at the open link who have submitted nothing yet. */
  supplierId: string | null
  files: number
  expiresAt: Date
}

/** What a supplier has submitted from this browser, and of which bytes are missing; the newest. */
export const submittedAndOpen = async (db: Db, supplierId: string, browserHash: string): Promise<string[]> =>
  (
    await db
      .select({ id: uploads.id })
      .from(submissions)
      .innerJoin(uploads, eq(submissions.uploadId, uploads.id))
      .where(and(eq(submissions.supplierId, supplierId), eq(uploads.browserHash, browserHash), eq(uploads.state, 'open')))
      .orderBy(desc(submissions.createdAt))
      .limit(mostAtOnce)
  ).map(({ id }) => id)

export const openUploads = (db: Db, requestIds: readonly string[]): Promise<OpenUpload[]> => {
  const { isVerified, purposeId, receivedBytes, declaredBytes, expiresAt } = uploads
  return db
    .select({
      ...{ isVerified, purposeId, receivedBytes, declaredBytes, expiresAt },
      supplierId: sql<string | null>`coalesce(${uploads.purposeOf}, ${submissions.supplierId}::text)`,
      files: sql<number>`count(${heldFiles.id})`.mapWith(Number),
    })
    .from(uploads)
    .innerJoin(heldFiles, and(eq(heldFiles.uploadId, uploads.id), eq(heldFiles.isRemoved, false)))
    .leftJoin(submissions, eq(submissions.uploadId, uploads.id))
    .where(and(inArray(uploads.purposeId, [...requestIds]), eq(uploads.state, 'open')))
    .groupBy(uploads.id, submissions.supplierId)
}
