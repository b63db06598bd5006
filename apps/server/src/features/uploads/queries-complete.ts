/** SQL of completing an upload: what it consists of, read lean, and its results, written by arrays. */
import type { OwnerStatus } from '@sampan/contract/states'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { uploads } from '../../db/tables.ts'
import { ownerStanding } from '../owners/index.ts'

/**
 * `version` tells an upload's parts and files from any later state of them: files are fixed while it is published, but sending may be
 * taken back, which opens them to change, and be published anew; those that are completed unpublished may change until the end.
 */
export type Progress = { isReady: boolean; isComplete: boolean; version: string }
export type PlacedFile = { id: string; blobId: string | null; offset: number; size: number; isRemoved: boolean }

export async function progressOf(db: Db, uploadId: string, isPublishedFirst: boolean): Promise<Progress | undefined> {
  const { rows } = await db.execute(sql`
    select state, (published_at is not null or not ${isPublishedFirst}) and not is_suspect and state = 'open' as is_ready,
      concat_ws(' ', extract(epoch from published_at), declared_bytes, received_bytes,
        (select concat(count(*), ' ', count(*) filter (where not is_removed)) from files where upload_id = uploads.id),
        (select max(seq) from attempts where blob_id in (select id from blobs where upload_id = uploads.id))) as version
    from uploads where id = ${uploadId}`)
  const [row] = rows
  if (!row) return undefined
  return {
    isReady: row.is_ready === true,
    isComplete: row.state === 'complete',
    version: String(row.version),
  }
}

/** How its owner stands, while it is open. */
export async function standingOfOpen(db: Db, uploadId: string): Promise<OwnerStatus | undefined> {
  const [row] = await db
    .select({ status: ownerStanding.status })
    .from(uploads)
    .innerJoin(ownerStanding, eq(uploads.ownerId, ownerStanding.id))
    .where(and(eq(uploads.id, uploadId), eq(uploads.state, 'open')))
  return row?.status
}

/** Removed ones too, in the order of their places. */
export async function placedFilesOf(db: Db, uploadId: string): Promise<PlacedFile[]> {
  const { rows } = await db.execute(sql`
    select json_agg(json_build_array(id, blob_id, "offset", size, is_removed) order by position) as list
    from files where upload_id = ${uploadId}`)
  type Listed = [id: string, blobId: string | null, offset: number, size: number, isRemoved: boolean]
  const list = (rows[0]?.list ?? []) as Listed[]
  return list.map(([id, blobId, offset, size, isRemoved]) => ({ id, blobId, offset, size, isRemoved }))
}
