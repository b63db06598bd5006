/** SQL of recording parts: few statements for a group of them, made of arrays. */
import { asc, inArray, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { uploads } from '../../db/tables.ts'
import type { AttemptRow, UploadRow } from './queries.ts'

export type LockedUpload = Pick<
  UploadRow,
  | 'id'
  | 'state'
  | 'isVerified'
  | 'forRequestId'
  | 'isSuspect'
  | 'declaredBytes'
  | 'writtenBytes'
  | 'writtenParts'
  | 'receivedBytes'
  | 'publishedAt'
  | 'expiresAt'
>
export type HeldRange = Pick<AttemptRow, 'offset' | 'length' | 'crc32' | 'accepted'>
/** What is there of the blob where a part shall go; nothing where the blob itself is no more. */
export type Ground = { isContainerLost: boolean; held: HeldRange[] }

/**
 * In the order of their ids, so that groups that share uploads never wait for each other in a circle. Without waiting, what is locked
 * by others is left out.
 */
export async function lockUploads(tx: Transaction, ids: string[], mayWait: boolean): Promise<LockedUpload[]> {
  const { id, state, isVerified, forRequestId, isSuspect, declaredBytes } = uploads
  const { writtenBytes, writtenParts, receivedBytes, publishedAt, expiresAt } = uploads
  return tx
    .select({
      id,
      state,
      isVerified,
      forRequestId,
      isSuspect,
      declaredBytes,
      writtenBytes,
      writtenParts,
      receivedBytes,
      publishedAt,
      expiresAt,
    })
    .from(uploads)
    .where(inArray(uploads.id, ids))
    .orderBy(asc(uploads.id))
    .for('update', mayWait ? {} : { skipLocked: true })
}

type Asked = { blobId: string; offset: number; length: number; container: string | null }

/**
 * Attempts that count and touch one of these ranges, by the place of the range in the list. Attempts never overlap, so beside those
 * that begin in a range only the last one before it can touch it: a blob's thousands of others are not looked at.
 */
export async function groundOf(tx: Transaction, parts: Asked[]): Promise<(Ground | undefined)[]> {
  const { rows } = await tx.execute(sql`
    select r.n, exists (select 1 from lost_containers l where l.container = r.container) as is_lost, t."offset", t.length, t.crc32, t.accepted
    from unnest(
      ${sql.param(parts.map(({ blobId }) => blobId))}::uuid[], ${sql.param(parts.map(({ offset }) => offset))}::bigint[],
      ${sql.param(parts.map(({ offset, length }) => offset + length))}::bigint[],
      ${sql.param(parts.map(({ container }) => container))}::text[]
    ) with ordinality as r(blob_id, a, b, container, n)
    join blobs on blobs.id = r.blob_id
    left join lateral (
      (select "offset", length, crc32, accepted from attempts where blob_id = r.blob_id and "offset" >= r.a and "offset" < r.b)
      union all
      select * from (
        select "offset", length, crc32, accepted from attempts where blob_id = r.blob_id and "offset" < r.a order by "offset" desc limit 1
      ) last where last."offset" + last.length > r.a
    ) t on true`)
  const grounds: (Ground | undefined)[] = parts.map(() => undefined)
  for (const row of rows) {
    const index = Number(row.n) - 1
    grounds[index] ??= { isContainerLost: row.is_lost === true, held: [] }
    if (row.offset === null) continue
    const [offset, length, crc, accepted] = [row.offset, row.length, row.crc32, row.accepted].map(Number)
    grounds[index].held.push({ offset: offset!, length: length!, crc32: crc!, accepted: accepted! })
  }
  return grounds
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

/** Equal offsets replace what was there: the caller has checked that the bounds are equal too. */
export async function saveParts(
  tx: Transaction,
  attempts: NewAttempt[],
  repeated: RepeatedPart[],
  progress: LockedUpload[],
): Promise<void> {
  const column = <Row, K extends keyof Row>(rows: readonly Row[], name: K) => sql.param(rows.map((row) => row[name]))
  const expiry = sql.param(progress.map(({ expiresAt }) => expiresAt.toISOString()))
  await tx.execute(sql`
    with put as (
      insert into attempts (blob_id, "offset", length, container, position, header, piece_crcs, crc32, accepted)
      select * from unnest(
        ${column(attempts, 'blobId')}::uuid[], ${column(attempts, 'offset')}::bigint[], ${column(attempts, 'length')}::bigint[],
        ${column(attempts, 'container')}::text[], ${column(attempts, 'position')}::bigint[], ${column(attempts, 'header')}::bytea[],
        ${column(attempts, 'pieceCrcs')}::bytea[], ${column(attempts, 'crc32')}::bigint[],
        ${column(attempts, 'accepted')}::bigint[]
      )
      on conflict (blob_id, "offset") do update set
        seq = excluded.seq, length = excluded.length, container = excluded.container, position = excluded.position,
        header = excluded.header, piece_crcs = excluded.piece_crcs, crc32 = excluded.crc32, accepted = excluded.accepted
    ), again as (
      update attempts set accepted = greatest(attempts.accepted, r.accepted)
      from unnest(
        ${column(repeated, 'blobId')}::uuid[], ${column(repeated, 'offset')}::bigint[], ${column(repeated, 'accepted')}::bigint[]
      ) as r(blob_id, "offset", accepted)
      where attempts.blob_id = r.blob_id and attempts."offset" = r."offset"
    )
    update uploads set
      written_bytes = now.written_bytes, written_parts = now.written_parts, received_bytes = now.received_bytes,
      expires_at = now.expires_at
    from unnest(
      ${column(progress, 'id')}::uuid[], ${column(progress, 'writtenBytes')}::bigint[], ${column(progress, 'writtenParts')}::int[],
      ${column(progress, 'receivedBytes')}::bigint[], ${expiry}::timestamptz[]
    ) as now(id, written_bytes, written_parts, received_bytes, expires_at)
    where uploads.id = now.id`)
}
