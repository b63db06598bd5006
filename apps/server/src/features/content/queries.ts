/** SQL of stored files and of the blobs that they lie in. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { columnOf } from '../../db/column-of.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import { blobs, files, uploads } from '../../db/tables.ts'

export type BlobRow = typeof blobs.$inferSelect
export type FileRow = typeof files.$inferSelect

type NewBlob = Pick<BlobRow, 'id' | 'uploadId' | 'position' | 'size' | 'wrappedKey'>
type NewFile = Pick<FileRow, 'id' | 'uploadId' | 'position' | 'path' | 'size' | 'lastModified' | 'blobId' | 'offset'>
/** Files with the blobs that their bytes will lie in. */
export type NewFiles = { blobs: NewBlob[]; files: NewFile[] }

export async function insertFiles(tx: Transaction, given: NewFiles): Promise<void> {
  if (given.blobs.length) await insertBlobs(tx, given.blobs)
  const rows = given.files
  if (!rows.length) return
  const dates = sql.param(rows.map(({ lastModified }) => lastModified?.toISOString() ?? null))
  await tx.execute(sql`
    insert into files (id, upload_id, position, path, size, last_modified, blob_id, "offset")
    select * from unnest(
      ${columnOf(rows, 'id')}::uuid[], ${columnOf(rows, 'uploadId')}::uuid[], ${columnOf(rows, 'position')}::int[],
      ${columnOf(rows, 'path')}::text[], ${columnOf(rows, 'size')}::bigint[], ${dates}::timestamptz[],
      ${columnOf(rows, 'blobId')}::uuid[], ${columnOf(rows, 'offset')}::bigint[]
    )`)
}

async function insertBlobs(tx: Transaction, rows: NewBlob[]): Promise<void> {
  await tx.execute(sql`
    insert into blobs (id, upload_id, position, size, wrapped_key)
    select * from unnest(
      ${columnOf(rows, 'id')}::uuid[], ${columnOf(rows, 'uploadId')}::uuid[], ${columnOf(rows, 'position')}::int[],
      ${columnOf(rows, 'size')}::bigint[], ${columnOf(rows, 'wrappedKey')}::bytea[]
    )`)
}

/** `isComplete`: all of its upload has come. */
export async function findBlob(db: Db, blobId: string): Promise<(BlobRow & { isComplete: boolean }) | undefined> {
  const [row] = await db
    .select({ blob: blobs, state: uploads.state })
    .from(blobs)
    .innerJoin(uploads, eq(blobs.uploadId, uploads.id))
    .where(eq(blobs.id, blobId))
  return row && { ...row.blob, isComplete: row.state === 'complete' }
}

/** When it was marked before, that stays. */
export async function markBlobLost(db: Db, blobId: string, at: Date): Promise<void> {
  await db
    .update(blobs)
    .set({ lostAt: at })
    .where(and(eq(blobs.id, blobId), isNull(blobs.lostAt)))
}

export async function markFilesRemoved(tx: Transaction, fileIds: string[]): Promise<void> {
  await tx.execute(sql`update files set is_removed = true where id = any(${sql.param(fileIds)}::uuid[])`)
  await tx.execute(sql`delete from renditions where file_id = any(${sql.param(fileIds)}::uuid[])`)
}

export async function blobsWithLiveFiles(tx: Transaction, blobIds: string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select distinct blob_id as id from files where blob_id = any(${sql.param(blobIds)}::uuid[]) and not is_removed`,
  )
  return rows.map(({ id }) => id)
}

export async function deleteBlobRows(tx: Transaction, blobIds: string[]): Promise<void> {
  await tx.delete(files).where(inArray(files.blobId, blobIds))
  await tx.delete(blobs).where(inArray(blobs.id, blobIds))
}

/** Of whole uploads. Rows first, bytes later: what has no row is never served. */
export async function deleteRowsOf(tx: Transaction, uploadIds: readonly string[]): Promise<string[]> {
  const given = sql`(select unnest(${sql.param([...uploadIds])}::uuid[]))`
  await tx.execute(sql`delete from files where upload_id in ${given}`)
  const { rows } = await tx.execute<{ id: string }>(sql`delete from blobs where upload_id in ${given} returning id`)
  return rows.map(({ id }) => id)
}

export async function setFileCrcs(tx: Transaction, crcs: { id: string; crc32: number }[]): Promise<void> {
  if (!crcs.length) return
  await tx.execute(sql`
    update files set crc32 = given.crc32
    from unnest(${columnOf(crcs, 'id')}::uuid[], ${columnOf(crcs, 'crc32')}::bigint[]) as given(id, crc32)
    where files.id = given.id`)
}

export async function setManifests(tx: Transaction, macs: { blobId: string; mac: Buffer }[]): Promise<void> {
  await tx.execute(sql`
    update blobs set manifest_mac = given.mac
    from unnest(${columnOf(macs, 'blobId')}::uuid[], ${columnOf(macs, 'mac')}::bytea[]) as given(id, mac)
    where blobs.id = given.id`)
}

/** The digest of a whole file, which never changes. */
export async function setDigest(db: Db, fileId: string, sha256: Buffer): Promise<void> {
  await db
    .update(files)
    .set({ sha256 })
    .where(and(eq(files.id, fileId), isNull(files.sha256)))
}
