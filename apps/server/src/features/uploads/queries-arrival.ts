/** SQL of an upload that is published before all of it is there: what has come of them, and what is whole. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { attempts, blobs, files, uploads } from '../../db/tables.ts'
import type { BlobRow, UploadRow } from './queries.ts'
import type { PlacedFile } from './queries-complete.ts'

export type Arriving = Pick<
  UploadRow,
  'state' | 'isSuspect' | 'isVerified' | 'purposeId' | 'declaredBytes' | 'receivedBytes' | 'publishedAt' | 'expiresAt'
>

export async function findArriving(db: Db, uploadId: string): Promise<Arriving | undefined> {
  const { state, isSuspect, isVerified, purposeId, declaredBytes, receivedBytes, publishedAt, expiresAt } = uploads
  const arriving = { state, isSuspect, isVerified, purposeId, declaredBytes, receivedBytes, publishedAt, expiresAt }
  return (await db.select(arriving).from(uploads).where(eq(uploads.id, uploadId)))[0]
}

/** Those of them that still run. */
export const findRunning = (db: Db, uploadIds: string[]): Promise<UploadRow[]> =>
  db
    .select()
    .from(uploads)
    .where(and(inArray(uploads.id, uploadIds), eq(uploads.state, 'open')))

export type HeldPart = { offset: number; length: number }

/** Where parts lie, by blob and in order. */
export async function partsOf(db: Db, uploadId: string): Promise<Map<string, HeldPart[]>> {
  const { rows } = await db.execute(sql`
    select blob_id, json_agg(json_build_array("offset", length) order by "offset") as list
    from attempts where blob_id in (select id from blobs where upload_id = ${uploadId}) group by blob_id`)
  return new Map(
    rows.map(({ blob_id, list }) => [
      blob_id as string,
      (list as [number, number][]).map(([offset, length]) => ({ offset, length })),
    ]),
  )
}

export const blobsOfFiles = (db: Db, uploadId: string, fileIds: string[]): Promise<BlobRow[]> =>
  db
    .select()
    .from(blobs)
    .where(
      and(
        eq(blobs.uploadId, uploadId),
        inArray(blobs.id, db.select({ id: files.blobId }).from(files).where(inArray(files.id, fileIds))),
      ),
    )

/** All files of blobs, removed ones too, in the order of their places. */
export async function placedFilesOfBlobs(db: Db, blobIds: string[]): Promise<PlacedFile[]> {
  const { id, blobId, offset, size, isRemoved } = files
  const placed = { id, blobId, offset, size, isRemoved }
  return db.select(placed).from(files).where(inArray(files.blobId, blobIds)).orderBy(asc(files.position))
}

/** Whether every one of these attempts counts still: none was replaced or lost meanwhile. */
export async function stillCount(db: Db, blobIds: string[], seqs: number[]): Promise<boolean> {
  const found = await db.$count(
    attempts,
    and(inArray(attempts.blobId, blobIds), sql`${attempts.seq} = any(${sql.param(seqs)}::bigint[])`),
  )
  return found === seqs.length
}
