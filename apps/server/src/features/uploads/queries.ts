/** SQL of uploads, and of what has been laid out for them. */
import type { OwnerStatus } from '@sampan/contract/states'
import { and, asc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { blobs, files, slugs, uploads } from '../../db/tables.ts'
import { ownerStanding } from '../owners/index.ts'
import type { Requester } from './can-access-upload.ts'

export type BlobRow = typeof blobs.$inferSelect
export type FileRow = typeof files.$inferSelect
export type UploadRow = typeof uploads.$inferSelect

/** Takes a slug for good; false where it was given before. */
export async function takeSlug(tx: Transaction, slug: string): Promise<boolean> {
  return (await tx.insert(slugs).values({ slug }).onConflictDoNothing().returning()).length === 1
}

/** The upload that this call began before, if it is a repeat; racing repeats wait for each other. */
export async function uploadOfRequest(tx: Transaction, requester: Requester, requestKey: string): Promise<UploadRow | undefined> {
  const { userId, ownerId, browserHash, purposeId } = requester
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`request:${userId ?? browserHash}:${requestKey}`}, 0))`)
  const isHeld = userId
    ? and(eq(uploads.authorId, userId), ownerId ? isOwnedBy(uploads, ownerId) : undefined)
    : and(isNull(uploads.authorId), eq(uploads.browserHash, browserHash ?? ''))
  const isFor = purposeId ? eq(uploads.purposeId, purposeId) : isOwn
  const same = and(isHeld, isFor, eq(uploads.requestKey, requestKey), eq(uploads.state, 'open'))
  return (await tx.select().from(uploads).where(same))[0]
}

/** Not what opens by tickets: see can-access-upload. */
export const isOwn = or(isNotNull(uploads.authorId), isNull(uploads.purposeId))

export async function insertUpload(tx: Transaction, row: typeof uploads.$inferInsert): Promise<UploadRow> {
  return (await tx.insert(uploads).values(row).returning())[0]!
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

/** Published ones belong to their transfer, which ends them. */
export const expiredUploads = (db: Db, now: Date, max: number): Promise<{ id: string }[]> =>
  db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.state, 'open'), isNull(uploads.publishedAt), lt(uploads.expiresAt, now)))
    .limit(max)
