/** SQL of uploads, their blobs, files and attempts. */
import type { OwnerStatus } from '@sampan/contract/states'
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { attempts, blobs, files, owners, slugs, uploads } from '../../db/tables.ts'
import type { Holder } from './holder.ts'

export type UploadRow = typeof uploads.$inferSelect
export type BlobRow = typeof blobs.$inferSelect
export type FileRow = typeof files.$inferSelect
export type AttemptRow = typeof attempts.$inferSelect

const rowsPerInsert = 2000

/** Bytes of open uploads that one network address has begun without a proven sender; holds its lock until the transaction ends. */
export async function openBytesOfNetwork(tx: Transaction, networkKey: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`open:${networkKey}`}, 0))`)
  const [row] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${uploads.declaredBytes}), 0)` })
    .from(uploads)
    .where(and(eq(uploads.networkKey, networkKey), eq(uploads.state, 'open'), eq(uploads.isVerified, false)))
  return Number(row!.bytes)
}

/** Takes a slug for good; false where it was given before. */
export async function takeSlug(tx: Transaction, slug: string): Promise<boolean> {
  return (await tx.insert(slugs).values({ slug }).onConflictDoNothing().returning()).length === 1
}

/** The upload that this call began before, if it is a repeat; racing repeats wait for each other. */
export async function uploadOfRequest(tx: Transaction, holder: Holder, requestKey: string): Promise<UploadRow | undefined> {
  const { userId, browserHash } = holder
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`request:${userId ?? browserHash}:${requestKey}`}, 0))`)
  const isHeld = userId ? eq(uploads.authorId, userId) : and(isNull(uploads.authorId), eq(uploads.browserHash, browserHash ?? ''))
  const same = and(isHeld, eq(uploads.requestKey, requestKey), eq(uploads.state, 'open'))
  return (await tx.select().from(uploads).where(same))[0]
}

export async function insertUpload(tx: Transaction, row: typeof uploads.$inferInsert): Promise<UploadRow> {
  return (await tx.insert(uploads).values(row).returning())[0]!
}

export async function insertBlobs(tx: Transaction, rows: (typeof blobs.$inferInsert)[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerInsert) await tx.insert(blobs).values(rows.slice(at, at + rowsPerInsert))
}

export async function insertFiles(tx: Transaction, rows: (typeof files.$inferInsert)[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerInsert) await tx.insert(files).values(rows.slice(at, at + rowsPerInsert))
}

type Which = { id: string } | { slug: string }
const isWhich = (by: Which) => ('id' in by ? eq(uploads.id, by.id) : eq(uploads.slug, by.slug))

export async function findUpload(db: Db, by: Which): Promise<UploadRow | undefined> {
  return (await db.select().from(uploads).where(isWhich(by)))[0]
}

export async function lockUpload(tx: Transaction, by: Which): Promise<UploadRow | undefined> {
  return (await tx.select().from(uploads).where(isWhich(by)).for('update'))[0]
}

/** In the order of their ids, so that groups that share uploads never wait for each other in a circle. */
export async function lockUploads(tx: Transaction, ids: string[]): Promise<UploadRow[]> {
  return tx.select().from(uploads).where(inArray(uploads.id, ids)).orderBy(asc(uploads.id)).for('update')
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

/** Removed ones too, in the order of their places. */
export const filesOf = (db: Db, uploadId: string): Promise<FileRow[]> =>
  db.select().from(files).where(eq(files.uploadId, uploadId)).orderBy(asc(files.position))

export const filesOfBlob = (db: Db, blobId: string): Promise<FileRow[]> =>
  db.select().from(files).where(eq(files.blobId, blobId)).orderBy(asc(files.offset))

/** With how its owner stands. */
export async function findBlob(
  db: Db,
  blobId: string,
): Promise<{ blob: BlobRow; upload: UploadRow; status: OwnerStatus } | undefined> {
  const [row] = await db
    .select({ blob: blobs, upload: uploads, status: owners.status })
    .from(blobs)
    .innerJoin(uploads, eq(blobs.uploadId, uploads.id))
    .innerJoin(owners, eq(uploads.ownerId, owners.id))
    .where(eq(blobs.id, blobId))
  return row
}

export const attemptsOfBlobs = (db: Db, blobIds: string[]): Promise<AttemptRow[]> =>
  blobIds.length
    ? db.select().from(attempts).where(inArray(attempts.blobId, blobIds)).orderBy(asc(attempts.blobId), asc(attempts.offset))
    : Promise.resolve([])

export async function latestAttempt(db: Db, uploadId: string): Promise<number> {
  const [row] = await db
    .select({ seq: sql<string>`coalesce(max(${attempts.seq}), 0)` })
    .from(attempts)
    .innerJoin(blobs, eq(attempts.blobId, blobs.id))
    .where(eq(blobs.uploadId, uploadId))
  return Number(row!.seq)
}

/** Attempts that count and touch one of these ranges ([from, to) of a blob). */
export async function attemptsTouching(
  tx: Transaction,
  ranges: { blobId: string; from: number; to: number }[],
): Promise<AttemptRow[]> {
  const list = sql.join(
    ranges.map((range) => sql`(${range.blobId}::uuid, ${range.from}::bigint, ${range.to}::bigint)`),
    sql`, `,
  )
  return tx
    .selectDistinct()
    .from(attempts)
    .where(
      sql`exists (select 1 from (values ${list}) as r(blob_id, a, b) where r.blob_id = ${attempts.blobId} and ${attempts.offset} < r.b and ${attempts.offset} + ${attempts.length} > r.a)`,
    )
}

/** Equal offsets replace what was there: the caller has checked that the bounds are equal too. */
export async function putAttempts(tx: Transaction, rows: (typeof attempts.$inferInsert)[]): Promise<void> {
  if (!rows.length) return
  await tx
    .insert(attempts)
    .values(rows)
    .onConflictDoUpdate({
      target: [attempts.blobId, attempts.offset],
      set: {
        seq: sql`excluded.seq`,
        length: sql`excluded.length`,
        container: sql`excluded.container`,
        position: sql`excluded.position`,
        header: sql`excluded.header`,
        pieceCrcs: sql`excluded.piece_crcs`,
        crc32: sql`excluded.crc32`,
      },
    })
}

export async function setFileCrcs(tx: Transaction, crcs: { id: string; crc32: number }[]): Promise<void> {
  if (!crcs.length) return
  await tx.execute(
    sql`update files set crc32 = given.crc from jsonb_to_recordset(${JSON.stringify(crcs.map(({ id, crc32 }) => ({ id, crc: crc32 })))}::jsonb) as given(id uuid, crc bigint) where files.id = given.id`,
  )
}

export async function setManifest(tx: Transaction, blobId: string, manifestMac: Buffer): Promise<void> {
  await tx.update(blobs).set({ manifestMac }).where(eq(blobs.id, blobId))
}

export async function markFileRemoved(tx: Transaction, fileId: string): Promise<void> {
  await tx.update(files).set({ isRemoved: true }).where(eq(files.id, fileId))
}

/** Rows first, bytes later: what has no row is never served. */
export async function deleteUploadRows(tx: Transaction, uploadId: string): Promise<void> {
  await tx.delete(files).where(eq(files.uploadId, uploadId))
  await tx.delete(blobs).where(eq(blobs.uploadId, uploadId))
}

/** Published ones belong to their transfer, which ends them. */
export const expiredUploads = (db: Db, now: Date, most: number): Promise<{ id: string }[]> =>
  db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.state, 'open'), isNull(uploads.publishedAt), lt(uploads.expiresAt, now)))
    .limit(most)
