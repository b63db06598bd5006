/** SQL of recording parts: few statements for a group of them, made of arrays. */
import { asc, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/connect.ts'
import { uploads } from '../../db/tables.ts'
import type { AttemptRow, UploadRow } from './queries.ts'

export type LockedUpload = Pick<
  UploadRow,
  | 'id'
  | 'state'
  | 'isVerified'
  | 'isSuspect'
  | 'declaredBytes'
  | 'writtenBytes'
  | 'writtenParts'
  | 'receivedBytes'
  | 'publishedAt'
  | 'expiresAt'
>
export type HeldRange = Pick<AttemptRow, 'offset' | 'length' | 'crc32'>
/** What is there of the blob where a part shall go; nothing where the blob itself is no more. */
export type Ground = { isContainerLost: boolean; held: HeldRange[] }

/**
 * In the order of their ids, so that groups that share uploads never wait for each other in a circle. Without waiting, what is locked
 * by others is left out.
 */
export async function lockUploads(tx: Transaction, ids: string[], mayWait: boolean): Promise<LockedUpload[]> {
  const { id, state, isVerified, isSuspect, declaredBytes, writtenBytes, writtenParts, receivedBytes, publishedAt, expiresAt } =
    uploads
  return tx
    .select({
      id,
      state,
      isVerified,
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
    select r.n, exists (select 1 from lost_containers l where l.container = r.container) as is_lost, t."offset", t.length, t.crc32
    from unnest(
      ${sql.param(parts.map(({ blobId }) => blobId))}::uuid[], ${sql.param(parts.map(({ offset }) => offset))}::bigint[],
      ${sql.param(parts.map(({ offset, length }) => offset + length))}::bigint[],
      ${sql.param(parts.map(({ container }) => container))}::text[]
    ) with ordinality as r(blob_id, a, b, container, n)
    join blobs on blobs.id = r.blob_id
    left join lateral (
      (select "offset", length, crc32 from attempts where blob_id = r.blob_id and "offset" >= r.a and "offset" < r.b)
      union all
      select * from (
        select "offset", length, crc32 from attempts where blob_id = r.blob_id and "offset" < r.a order by "offset" desc limit 1
      ) last where last."offset" + last.length > r.a
    ) t on true`)
  const grounds: (Ground | undefined)[] = parts.map(() => undefined)
  for (const row of rows) {
    const index = Number(row.n) - 1
    grounds[index] ??= { isContainerLost: row.is_lost === true, held: [] }
    if (row.offset === null) continue
    grounds[index].held.push({ offset: Number(row.offset), length: Number(row.length), crc32: Number(row.crc32) })
  }
  return grounds
}

export type NewAttempt = Omit<AttemptRow, 'seq'>

/** Equal offsets replace what was there: the caller has checked that the bounds are equal too. */
export async function saveParts(tx: Transaction, attempts: NewAttempt[], progress: LockedUpload[]): Promise<void> {
  const column = <Row, K extends keyof Row>(rows: readonly Row[], name: K) => sql.param(rows.map((row) => row[name]))
  const expiry = sql.param(progress.map(({ expiresAt }) => expiresAt.toISOString()))
  await tx.execute(sql`
    with put as (
      insert into attempts (blob_id, "offset", length, container, position, header, piece_crcs, crc32)
      select * from unnest(
        ${column(attempts, 'blobId')}::uuid[], ${column(attempts, 'offset')}::bigint[], ${column(attempts, 'length')}::bigint[],
        ${column(attempts, 'container')}::text[], ${column(attempts, 'position')}::bigint[], ${column(attempts, 'header')}::bytea[],
        ${column(attempts, 'pieceCrcs')}::bytea[], ${column(attempts, 'crc32')}::bigint[]
      )
      on conflict (blob_id, "offset") do update set
        seq = excluded.seq, length = excluded.length, container = excluded.container, position = excluded.position,
        header = excluded.header, piece_crcs = excluded.piece_crcs, crc32 = excluded.crc32
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
