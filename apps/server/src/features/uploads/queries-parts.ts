/** SQL of recording parts: few statements for a group of them, made of arrays. */
import { asc, inArray, sql } from 'drizzle-orm'
import { oncePerDatabase } from '../../db/asked-together.ts'
import { columnOf } from '../../db/column-of.ts'
import type { Database, Transaction } from '../../db/connect.ts'
import { uploads } from '../../db/tables.ts'
import type { UploadRow } from './queries.ts'
import { type AttemptRow, keptAttempts, type NewAttempt } from './queries-attempts.ts'

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
export const counted = {
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

/** A part that was there already, asked for once more. */
export type RepeatedPart = Pick<AttemptRow, 'blobId' | 'offset' | 'accepted'>

const places = oncePerDatabase((db) =>
  db
    .select({ place: sql<string>`nextval('attempts_accepted_seq')` })
    .from(sql`generate_series(1, ${sql.placeholder('count')}::int)`)
    .prepare('places_of_parts'),
)

/** So many places in the order of all requests for parts, the first first. */
export const takePlaces = async (db: Database, count: number): Promise<number[]> =>
  (await places(db).execute({ count })).map(({ place }) => Number(place)).sort((a, b) => a - b)

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
