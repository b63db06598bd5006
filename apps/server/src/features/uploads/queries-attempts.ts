/** SQL of attempts: how they begin to count, and what of them no longer does. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { columnOf } from '../../db/column-of.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import { attempts, lostContainers } from '../../db/tables.ts'

export type AttemptRow = typeof attempts.$inferSelect
export type NewAttempt = Omit<AttemptRow, 'seq'>

type HeldRange = Pick<AttemptRow, 'offset' | 'length' | 'crc32' | 'accepted'>
/** What is there of the blob where a part shall go; nothing where the blob itself is no more. */
export type OverlappingParts = { isContainerLost: boolean; held: HeldRange[] }

export type Asked = { blobId: string; offset: number; length: number; container: string | null }

const ranges = (parts: readonly Asked[]): SQL => sql`
  unnest(
    ${columnOf(parts, 'blobId')}::uuid[], ${columnOf(parts, 'offset')}::bigint[], ${columnOf(parts, 'length')}::bigint[],
    ${columnOf(parts, 'container')}::text[]
  ) with ordinality as r(blob_id, "offset", length, container, n)`
const isLost = sql`exists (select 1 from lost_containers l where l.container = r.container)`
const touching = sql`
  (
    select "offset", length, crc32, accepted from attempts
    where blob_id = r.blob_id and "offset" >= r."offset" and "offset" < r."offset" + r.length
  )
  union all
  select * from (
    select "offset", length, crc32, accepted from attempts
    where blob_id = r.blob_id and "offset" < r."offset" order by "offset" desc limit 1
  ) last where last."offset" + last.length > r."offset"`

/** How many of these rows of blobs and ranges have nothing in their way: their blob is there, no attempt touches them, their container is not lost. */
export const freeRanges = (rows: SQL): SQL<number> => sql`(
  select count(*)::int from ${rows} r join blobs on blobs.id = r.blob_id where not ${isLost} and not exists (${touching}))`

/**
 * Attempts that count and touch one of these ranges, by the place of the range in the list. Attempts never overlap, so beside those
 * that begin in a range only the last one before it can touch it: a blob's thousands of others are not looked at.
 */
export async function overlappingParts(tx: Transaction, parts: Asked[]): Promise<(OverlappingParts | undefined)[]> {
  const { rows } = await tx.execute(sql`
    select r.n, ${isLost} as is_lost, t."offset", t.length, t.crc32, t.accepted
    from ${ranges(parts)} join blobs on blobs.id = r.blob_id left join lateral (${touching}) t on true`)
  const grounds: (OverlappingParts | undefined)[] = parts.map(() => undefined)
  for (const row of rows) {
    const index = Number(row.n) - 1
    grounds[index] ??= { isContainerLost: row.is_lost === true, held: [] }
    if (row.offset === null) continue
    const [offset, length, crc, accepted] = [row.offset, row.length, row.crc32, row.accepted].map(Number)
    grounds[index].held.push({ offset: offset!, length: length!, crc32: crc!, accepted: accepted! })
  }
  return grounds
}

/**
 * Parts of a statement that begins with `with`: it makes attempts count together with whatever else it writes. Equal offsets replace what
 * was there: the caller has checked that the bounds are equal too. Those that were asked for once more keep the later place.
 */
export const keptAttempts = (
  kept: readonly NewAttempt[],
  repeated: readonly Pick<AttemptRow, 'blobId' | 'offset' | 'accepted'>[],
): SQL => sql`
  put as (
    insert into attempts (blob_id, "offset", length, container, position, header, piece_crcs, crc32, accepted)
    select kept.* from unnest(
      ${columnOf(kept, 'blobId')}::uuid[], ${columnOf(kept, 'offset')}::bigint[], ${columnOf(kept, 'length')}::bigint[],
      ${columnOf(kept, 'container')}::text[], ${columnOf(kept, 'position')}::bigint[], ${columnOf(kept, 'header')}::bytea[],
      ${columnOf(kept, 'pieceCrcs')}::bytea[], ${columnOf(kept, 'crc32')}::bigint[], ${columnOf(kept, 'accepted')}::bigint[]
    ) as kept
    on conflict (blob_id, "offset") do update set
      seq = excluded.seq, length = excluded.length, container = excluded.container, position = excluded.position,
      header = excluded.header, piece_crcs = excluded.piece_crcs, crc32 = excluded.crc32, accepted = excluded.accepted
  ), again as (
    update attempts set accepted = greatest(attempts.accepted, r.accepted)
    from unnest(
      ${columnOf(repeated, 'blobId')}::uuid[], ${columnOf(repeated, 'offset')}::bigint[], ${columnOf(repeated, 'accepted')}::bigint[]
    ) as r(blob_id, "offset", accepted)
    where attempts.blob_id = r.blob_id and attempts."offset" = r."offset"
  )`

export type ContainerOfBlob = { blobId: string; container: string }

/** Kept for whoever still has a part for it: of this process or another. */
export async function loseContainer(tx: Transaction, { blobId, container }: ContainerOfBlob): Promise<void> {
  await tx.insert(lostContainers).values({ blobId, container }).onConflictDoNothing()
  await tx.delete(attempts).where(and(eq(attempts.blobId, blobId), eq(attempts.container, container)))
}

/** Unless it was replaced meanwhile. */
export async function deleteAttempt(tx: Transaction, { blobId, offset, seq }: AttemptRow): Promise<void> {
  await tx.delete(attempts).where(and(eq(attempts.blobId, blobId), eq(attempts.offset, offset), eq(attempts.seq, seq)))
}

/** Whether what lies there counts. */
export async function isPlaceNamed(
  db: Db,
  { blobId, container, position }: Pick<AttemptRow, 'blobId' | 'container' | 'position'>,
) {
  const isThere = and(eq(attempts.blobId, blobId), eq(attempts.container, container), eq(attempts.position, position))
  const rows = await db.select({ blobId: attempts.blobId }).from(attempts).where(isThere).limit(1)
  return rows.length > 0
}
