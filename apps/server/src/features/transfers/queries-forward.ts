/** SQL of forwarding: what is held by which transfer, and what ends with it. */
import { and, asc, eq, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Transaction } from '../../db/connect.ts'
import { transferFiles, uploads } from '../../db/tables.ts'
import { heldFiles } from '../content/index.ts'

/** What this call made before, if it is a repeat; racing repeats wait for each other. */
export async function forwardOfRequest(tx: Transaction, authorId: string, requestKey: string): Promise<string | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`forward:${authorId}:${requestKey}`}, 0))`)
  // Only forwards have no browser: the key of an ordinary upload is another one's.
  const isForward = and(eq(uploads.browserHash, ''), eq(uploads.requestKey, requestKey))
  const isSame = and(isForward, eq(uploads.authorId, authorId), eq(uploads.state, 'complete'))
  return (await tx.select({ id: uploads.id }).from(uploads).where(isSame))[0]?.id
}

/** In the order given. */
export async function holdFiles(tx: Transaction, transferId: string, fileIds: string[]): Promise<void> {
  await tx.execute(sql`
    insert into transfer_files (transfer_id, position, file_id)
    select ${transferId}, position, id from unnest(${sql.param(fileIds)}::uuid[]) with ordinality as given(id, position)`)
}

/** The uploads whose files a transfer holds, its own, and those that are meant for it, in the order of their ids. */
function selectUploadsOf(tx: Transaction, transferId: string, ownUploadId: string) {
  const held = tx
    .select({ id: heldFiles.uploadId })
    .from(transferFiles)
    .innerJoin(heldFiles, eq(transferFiles.fileId, heldFiles.id))
    .where(eq(transferFiles.transferId, transferId))
  const meant = tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(or(eq(uploads.id, ownUploadId), eq(uploads.purposeId, transferId)))
  // Found first and then locked: a condition that is either of both would be asked of every upload that there is.
  return tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(sql`${uploads.id} = any(array(${unionAll(meant, held)}))`)
    .orderBy(asc(uploads.id))
}

/** Before any transfer is. */
export const lockUploadsOf = async (tx: Transaction, transferId: string, ownUploadId: string): Promise<string[]> =>
  (await selectUploadsOf(tx, transferId, ownUploadId).for('update')).map(({ id }) => id)

export const uploadsOf = async (tx: Transaction, transferId: string, ownUploadId: string): Promise<string[]> =>
  (await selectUploadsOf(tx, transferId, ownUploadId)).map(({ id }) => id)

/** The files of an upload that transfers hold. */
export async function heldOfUpload(tx: Transaction, uploadId: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: heldFiles.id })
    .from(heldFiles)
    .innerJoin(transferFiles, eq(transferFiles.fileId, heldFiles.id))
    .where(eq(heldFiles.uploadId, uploadId))
  return rows.map(({ id }) => id)
}
