/** SQL of which transfers hold a file. */
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { transferFiles, transfers } from '../../db/tables.ts'
import { heldFiles } from '../content/index.ts'

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
