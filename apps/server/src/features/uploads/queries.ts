/** SQL of uploads, their blobs, files and attempts. */
import type { OwnerStatus } from '@sampan/contract/states'
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { attempts, blobs, files, slugs, uploads } from '../../db/tables.ts'
import { ownerStanding } from '../owners/index.ts'
import type { Requester } from './can-access-upload.ts'

export type UploadRow = typeof uploads.$inferSelect
export type BlobRow = typeof blobs.$inferSelect
export type FileRow = typeof files.$inferSelect
export type AttemptRow = typeof attempts.$inferSelect

/** Takes a slug for good; false where it was given before. */
export async function takeSlug(tx: Transaction, slug: string): Promise<boolean> {
  return (await tx.insert(slugs).values({ slug }).onConflictDoNothing().returning()).length === 1
}

/** The upload that this call began before, if it is a repeat; racing repeats wait for each other. */
export async function uploadOfRequest(tx: Transaction, requester: Requester, requestKey: string): Promise<UploadRow | undefined> {
  const { userId, browserHash, requestId } = requester
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`request:${userId ?? browserHash}:${requestKey}`}, 0))`)
  const isHeld = userId ? eq(uploads.authorId, userId) : and(isNull(uploads.authorId), eq(uploads.browserHash, browserHash ?? ''))
  const isFor = requestId ? eq(uploads.forRequestId, requestId) : isNull(uploads.forRequestId)
  const same = and(isHeld, isFor, eq(uploads.requestKey, requestKey), eq(uploads.state, 'open'))
  return (await tx.select().from(uploads).where(same))[0]
}

export async function insertUpload(tx: Transaction, row: typeof uploads.$inferInsert): Promise<UploadRow> {
  return (await tx.insert(uploads).values(row).returning())[0]!
}

export type NewBlob = Pick<BlobRow, 'id' | 'uploadId' | 'position' | 'size' | 'wrappedKey'>
export type NewFile = Pick<FileRow, 'id' | 'uploadId' | 'position' | 'path' | 'size' | 'lastModified' | 'blobId' | 'offset'>

/** A column of the rows as one parameter: the query layer would else build a piece of SQL for each value of each row. */
const column = <Row, K extends keyof Row>(rows: readonly Row[], name: K) => sql.param(rows.map((row) => row[name]))

export async function insertBlobs(tx: Transaction, rows: NewBlob[]): Promise<void> {
  if (!rows.length) return
  await tx.execute(sql`
    insert into blobs (id, upload_id, position, size, wrapped_key)
    select * from unnest(
      ${column(rows, 'id')}::uuid[], ${column(rows, 'uploadId')}::uuid[], ${column(rows, 'position')}::int[],
      ${column(rows, 'size')}::bigint[], ${column(rows, 'wrappedKey')}::bytea[]
    )`)
}

export async function insertFiles(tx: Transaction, rows: NewFile[]): Promise<void> {
  if (!rows.length) return
  const dates = sql.param(rows.map(({ lastModified }) => lastModified?.toISOString() ?? null))
  await tx.execute(sql`
    insert into files (id, upload_id, position, path, size, last_modified, blob_id, "offset")
    select * from unnest(
      ${column(rows, 'id')}::uuid[], ${column(rows, 'uploadId')}::uuid[], ${column(rows, 'position')}::int[],
      ${column(rows, 'path')}::text[], ${column(rows, 'size')}::bigint[], ${dates}::timestamptz[],
      ${column(rows, 'blobId')}::uuid[], ${column(rows, 'offset')}::bigint[]
    )`)
}

type Which = { id: string } | { slug: string }
const isWhich = (by: Which) => ('id' in by ? eq(uploads.id, by.id) : eq(uploads.slug, by.slug))

export async function findUpload(db: Db, by: Which): Promise<UploadRow | undefined> {
  return (await db.select().from(uploads).where(isWhich(by)))[0]
}

export async function lockUpload(tx: Transaction, by: Which): Promise<UploadRow | undefined> {
  return (await tx.select().from(uploads).where(isWhich(by)).for('update'))[0]
}

export async function updateUpload(tx: Transaction, id: string, set: Partial<typeof uploads.$inferInsert>): Promise<void> {
  await tx.update(uploads).set(set).where(eq(uploads.id, id))
}

export const blobsOf = (db: Db, uploadId: string): Promise<BlobRow[]> =>
  db.select().from(blobs).where(eq(blobs.uploadId, uploadId)).orderBy(asc(blobs.position))

export const liveFilesOf = (db: Db, uploadId: string): Promise<FileRow[]> =>
  db
    .select()
    .from(files)
    .where(and(eq(files.uploadId, uploadId), eq(files.isRemoved, false)))
    .orderBy(asc(files.position))

export const removedFilesOf = (db: Db, uploadId: string): Promise<number> =>
  db.$count(files, and(eq(files.uploadId, uploadId), eq(files.isRemoved, true)))

/** Only what a sending needs of them: a thousand whole rows take longer to read than their bytes to store. */
export async function liveSizesOf(db: Db, uploadId: string): Promise<Pick<FileRow, 'path' | 'size'>[]> {
  const { rows } = await db.execute(sql`
    select json_agg(json_build_object('path', path, 'size', size) order by position) as list
    from files where upload_id = ${uploadId} and not is_removed`)
  return (rows[0]?.list ?? []) as Pick<FileRow, 'path' | 'size'>[]
}

/** Where the files of a blob begin, removed ones too, in order. */
export async function fileStartsOf(db: Db, blobId: string): Promise<number[]> {
  const { rows } = await db.execute(
    sql`select json_agg("offset" order by "offset") as starts from files where blob_id = ${blobId}`,
  )
  return (rows[0]?.starts ?? []) as number[]
}

/** With how its owner stands. */
export async function findBlob(
  db: Db,
  blobId: string,
): Promise<{ blob: BlobRow; upload: UploadRow; status: OwnerStatus } | undefined> {
  const [row] = await db
    .select({ blob: blobs, upload: uploads, status: ownerStanding.status })
    .from(blobs)
    .innerJoin(uploads, eq(blobs.uploadId, uploads.id))
    .innerJoin(ownerStanding, eq(uploads.ownerId, ownerStanding.id))
    .where(eq(blobs.id, blobId))
  return row
}

export const attemptsOfBlobs = (db: Db, blobIds: string[]): Promise<AttemptRow[]> =>
  blobIds.length
    ? db.select().from(attempts).where(inArray(attempts.blobId, blobIds)).orderBy(asc(attempts.blobId), asc(attempts.offset))
    : Promise.resolve([])

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

/** Bytes that count in blobs. */
export async function storedBytesOfBlobs(tx: Transaction, blobIds: string[]): Promise<number> {
  const { rows } = await tx.execute(
    sql`select coalesce(sum(length), 0) as bytes from attempts where blob_id = any(${sql.param(blobIds)}::uuid[])`,
  )
  return Number(rows[0]!.bytes)
}

/** Bytes that count in the ranges of files. */
export async function storedBytesOfFiles(tx: Transaction, fileIds: string[]): Promise<number> {
  const { rows } = await tx.execute(sql`
    select coalesce(sum(least(a."offset" + a.length, f."offset" + f.size) - greatest(a."offset", f."offset")), 0) as bytes
    from files f join attempts a on a.blob_id = f.blob_id and a."offset" < f."offset" + f.size and a."offset" + a.length > f."offset"
    where f.id = any(${sql.param(fileIds)}::uuid[])`)
  return Number(rows[0]!.bytes)
}

/** Bytes of files that were taken out of blobs which others still need. */
export async function holeBytesOf(tx: Transaction, uploadId: string): Promise<number> {
  const isHole = and(eq(files.uploadId, uploadId), eq(files.isRemoved, true))
  const [row] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${files.size}), 0)` })
    .from(files)
    .where(isHole)
  return Number(row!.bytes)
}

export async function deleteBlobRows(tx: Transaction, blobIds: string[]): Promise<void> {
  await tx.delete(files).where(inArray(files.blobId, blobIds))
  await tx.delete(blobs).where(inArray(blobs.id, blobIds))
}

/** Rows first, bytes later: what has no row is never served. */
export async function deleteUploadRows(tx: Transaction, uploadId: string): Promise<void> {
  await tx.delete(files).where(eq(files.uploadId, uploadId))
  await tx.delete(blobs).where(eq(blobs.uploadId, uploadId))
}

/** Published ones belong to their transfer, which ends them. */
export const expiredUploads = (db: Db, now: Date, max: number): Promise<{ id: string }[]> =>
  db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.state, 'open'), isNull(uploads.publishedAt), lt(uploads.expiresAt, now)))
    .limit(max)
