/** SQL of recording parts: few statements for a group of them, made of arrays. */
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { columnOf } from '../../db/column-of.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import { isRefusedAs } from '../../db/error-code.ts'
import { uploads } from '../../db/tables.ts'
import type { UploadRow } from './queries.ts'
import { type Asked, type AttemptRow, freeRanges, keptAttempts, newAttempts } from './queries-attempts.ts'

export type LockedUpload = Pick<
  UploadRow,
  | 'id'
  | 'state'
  | 'isVerified'
  | 'purposeId'
  | 'isSuspect'
  | 'declaredBytes'
  | 'writtenBytes'
  | 'writtenParts'
  | 'receivedBytes'
  | 'publishedAt'
  | 'expiresAt'
>
const counted = {
  id: uploads.id,
  state: uploads.state,
  isVerified: uploads.isVerified,
  purposeId: uploads.purposeId,
  isSuspect: uploads.isSuspect,
  declaredBytes: uploads.declaredBytes,
  writtenBytes: uploads.writtenBytes,
  writtenParts: uploads.writtenParts,
  receivedBytes: uploads.receivedBytes,
  publishedAt: uploads.publishedAt,
  expiresAt: uploads.expiresAt,
}

/** `version` is another one after each write of the row; `freeCount`: how many of the parts have nothing in their way. */
export type SeenUpload = LockedUpload & { version: string; freeCount: number }

/** As one question sees it: nothing is locked. */
export const seeUpload = async (db: Db, uploadId: string, parts: readonly Asked[]): Promise<SeenUpload | undefined> =>
  (
    await db
      .select({ ...counted, version: sql<string>`${uploads}.xmin::text`, freeCount: freeRanges(parts) })
      .from(uploads)
      .where(eq(uploads.id, uploadId))
  )[0]

/**
 * In the order of their ids, so that groups that share uploads never wait for each other in a circle. Without waiting, what is locked
 * by others is left out.
 */
export async function lockUploads(tx: Transaction, ids: string[], mayWait: boolean): Promise<LockedUpload[]> {
  return tx
    .select(counted)
    .from(uploads)
    .where(inArray(uploads.id, ids))
    .orderBy(asc(uploads.id))
    .for('update', mayWait ? {} : { skipLocked: true })
}

export type NewAttempt = Omit<AttemptRow, 'seq'>
/** A part that was there already, asked for once more. */
export type RepeatedPart = Pick<AttemptRow, 'blobId' | 'offset' | 'accepted'>

/** So many places in the order of all requests for parts, the first first. */
export async function takePlaces(db: Db, count: number): Promise<number[]> {
  const { rows } = await db.execute<{ place: string }>(
    sql`select nextval('attempts_accepted_seq') as place from generate_series(1, ${count})`,
  )
  return rows.map(({ place }) => Number(place)).sort((a, b) => a - b)
}

/** Of one upload, whose row is still what `seeUpload` saw; false where it is not, and nothing is written. */
export async function saveUnchanged(
  db: Db,
  attempts: NewAttempt[],
  { version, ...upload }: LockedUpload & { version: string },
): Promise<boolean> {
  const saving = db.execute(sql`
    with moved as (
      update uploads set
        written_bytes = ${upload.writtenBytes}, written_parts = ${upload.writtenParts}, received_bytes = ${upload.receivedBytes},
        expires_at = ${upload.expiresAt.toISOString()}::timestamptz
      where id = ${upload.id} and xmin::text = ${version} returning id
    )
    ${newAttempts(attempts)} where exists (select from moved)`)
  try {
    return (await saving).rowCount === attempts.length
  } catch (error) {
    // Their blob was taken out meanwhile.
    if (isRefusedAs(error, 'missing')) return false
    throw error
  }
}

/** In one statement with how far their uploads have come. */
export async function saveParts(
  tx: Transaction,
  attempts: NewAttempt[],
  repeated: RepeatedPart[],
  progress: LockedUpload[],
): Promise<void> {
  const expiry = sql.param(progress.map(({ expiresAt }) => expiresAt.toISOString()))
  await tx.execute(sql`
    with ${keptAttempts(attempts, repeated)}
    update uploads set
      written_bytes = now.written_bytes, written_parts = now.written_parts, received_bytes = now.received_bytes,
      expires_at = now.expires_at
    from unnest(
      ${columnOf(progress, 'id')}::uuid[], ${columnOf(progress, 'writtenBytes')}::bigint[], ${columnOf(progress, 'writtenParts')}::int[],
      ${columnOf(progress, 'receivedBytes')}::bigint[], ${expiry}::timestamptz[]
    ) as now(id, written_bytes, written_parts, received_bytes, expires_at)
    where uploads.id = now.id`)
}
