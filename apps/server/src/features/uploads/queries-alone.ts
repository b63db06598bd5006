/** SQL of recording parts of one upload in one statement: they count, or nothing changes. */
import { eq, sql } from 'drizzle-orm'
import { oncePerDatabase } from '../../db/asked-together.ts'
import type { Database } from '../../db/connect.ts'
import { isRefusedAs } from '../../db/error-code.ts'
import { uploads } from '../../db/tables.ts'
import { maxGroup } from './group-parts.ts'
import { freeRanges, type NewAttempt } from './queries-attempts.ts'
import { counted, type LockedUpload } from './queries-parts.ts'

const { placeholder } = sql
const columns = sql.raw('blob_id, "offset", length, container, position, header, piece_crcs, crc32, accepted')
/** Of arrays that it does not see the planner expects ten rows, and would plan each call anew: their number, true of all, makes it expect one. */
const given = sql`
  select * from unnest(
    ${placeholder('blobId')}::uuid[], ${placeholder('offset')}::bigint[], ${placeholder('length')}::bigint[],
    ${placeholder('container')}::text[], ${placeholder('position')}::bigint[], ${placeholder('header')}::bytea[],
    ${placeholder('pieceCrcs')}::bytea[], ${placeholder('crc32')}::bigint[], ${placeholder('accepted')}::bigint[]
  ) with ordinality as given(${columns}, n) where n between 1 and ${sql.raw(String(maxGroup))}`

/**
 * The row as the statement found it when it began, and saw what lies in the way, has to be the row that it writes: where somebody else
 * wrote meanwhile, and it had to wait, it writes nothing.
 */
const isAsSeen = sql`uploads.xmin = (select seen.xmin from uploads seen where seen.id = ${placeholder('id')})`

const statements = oncePerDatabase((db) => {
  const parts = db.$with('given', {}).as(given)
  const moved = db.$with('moved', counted).as(sql`
    update uploads set
      written_bytes = written_bytes + ${placeholder('bytes')}::bigint, written_parts = written_parts + ${placeholder('count')}::int,
      received_bytes = received_bytes + ${placeholder('bytes')}::bigint,
      expires_at = coalesce(${placeholder('expiresAt')}::timestamptz, expires_at)
    where id = ${placeholder('id')} and ${isAsSeen} and state = 'open' and not is_suspect
      and declared_bytes = ${placeholder('declaredBytes')}::bigint and is_verified = ${placeholder('isVerified')}::boolean
      and written_bytes <= ${placeholder('bytesBefore')}::bigint and written_parts <= ${placeholder('partsBefore')}::int
      and (published_at is null or received_bytes + ${placeholder('bytes')}::bigint < declared_bytes)
      and ${freeRanges(sql`given`)} = ${placeholder('count')}::int
    returning *`)
  const put = db.$with('put', {}).as(sql`
    insert into attempts (${columns}) select ${columns} from given where exists (select from moved)`)
  return {
    add: db.with(parts, moved, put).select().from(moved).prepare('add_parts'),
    find: db
      .select(counted)
      .from(uploads)
      .where(eq(uploads.id, placeholder('id')))
      .prepare('upload_of_parts'),
  }
})

export const findCounted = async (db: Database, id: string): Promise<LockedUpload | undefined> =>
  (await statements(db).find.execute({ id }))[0]

/** What an upload may have before such parts are added, and what it is said to be. */
export type Expected = Pick<LockedUpload, 'id' | 'declaredBytes' | 'isVerified'> & {
  bytesBefore: number
  partsBefore: number
  /** Null: it stays. */
  expiresAt: Date | null
}

/**
 * Parts of one upload that do not touch each other, at most `maxGroup`: they count, and its row is as it is answered. Undefined, and
 * nothing is written, where it is not as expected, where something is in the way of one of them or their blob or container is lost, where
 * somebody else wrote it at the same time, or where they would complete it.
 */
export async function addParts(
  db: Database,
  { expiresAt, ...expected }: Expected,
  parts: NewAttempt[],
): Promise<LockedUpload | undefined> {
  const column = <K extends keyof NewAttempt>(name: K) => parts.map((part) => part[name])
  try {
    const rows = await statements(db).add.execute({
      ...expected,
      expiresAt: expiresAt?.toISOString() ?? null,
      bytes: parts.reduce((sum, { length }) => sum + length, 0),
      count: parts.length,
      blobId: column('blobId'),
      offset: column('offset'),
      length: column('length'),
      container: column('container'),
      position: column('position'),
      header: column('header'),
      pieceCrcs: column('pieceCrcs'),
      crc32: column('crc32'),
      accepted: column('accepted'),
    })
    return rows[0]
  } catch (error) {
    // Their blob was taken out meanwhile.
    if (isRefusedAs(error, 'missing')) return undefined
    throw error
  }
}
