/** SQL of which transfers hold a file. */
import { and, asc, countDistinct, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { transferFiles, transfers } from '../../db/tables.ts'
import { heldFiles } from '../content/index.ts'
import type { TransferRow } from './queries.ts'

/** That have a file of this upload, or this very file; older versions too, since a roll back would bring it back. */
const holding = (db: Db, which: { fileId: string } | { uploadId: string }) =>
  db
    .selectDistinct({ id: transfers.id, slug: transfers.slug, ownerId: transfers.ownerId })
    .from(transfers)
    .innerJoin(transferFiles, eq(transferFiles.transferId, transfers.id))
    .innerJoin(heldFiles, eq(transferFiles.fileId, heldFiles.id))
    .where(
      and(
        'fileId' in which ? eq(heldFiles.id, which.fileId) : eq(heldFiles.uploadId, which.uploadId),
        // What its sender deleted a moment ago may come back.
        sql`(${ne(transfers.state, 'deleted')} or ${transfers.deletedFrom} is not null)`,
      ),
    )
export const transfersOfFile = (tx: Db, fileId: string) => holding(tx, { fileId })
export const transfersOfUpload = (db: Db, uploadId: string) => holding(db, { uploadId })

/** What a file request has received. */
export const receivedTransfers = (db: Db, requestSlug: string): Promise<Pick<TransferRow, 'id' | 'uploadId'>[]> =>
  db
    .select({ id: transfers.id, uploadId: transfers.uploadId })
    .from(transfers)
    .where(eq(transfers.requestSlug, requestSlug))
    .orderBy(asc(transfers.id))

export type Copy = Pick<TransferRow, 'id' | 'slug' | 'state' | 'senderEmail'> & { sameFiles: number }

/** Other transfers that hold files of this one, in any version: what it was forwarded as, or was forwarded from. */
export async function copiesOf(db: Db, transferId: string): Promise<Copy[]> {
  const held = db.select({ id: transferFiles.fileId }).from(transferFiles).where(eq(transferFiles.transferId, transferId))
  const { id, slug, state, senderEmail, deletedFrom, sentAt } = transfers
  const isThere = or(ne(state, 'deleted'), isNotNull(deletedFrom))
  return db
    .select({ id, slug, state, senderEmail, sameFiles: countDistinct(transferFiles.fileId) })
    .from(transferFiles)
    .innerJoin(transfers, eq(transfers.id, transferFiles.transferId))
    .where(and(inArray(transferFiles.fileId, held), ne(id, transferId), isThere))
    .groupBy(id)
    .orderBy(asc(sentAt), asc(id))
}
