/** SQL of what is open: counted for the caps of whoever sends, and as what the disk has still to take. */
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Standing } from '../../config/disk-settings.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { files, uploads } from '../../db/tables.ts'
import type { SignedIn } from '../../http/actor.ts'
import { ownerStanding } from '../owners/index.ts'
import { isOwn } from './queries.ts'

export type OpenOfNetwork = { uploads: number; bytes: number; fileRows: number }

/** What one network address has open to send without a verified sender; holds its lock until the transaction ends. */
export async function openOfNetwork(tx: Transaction, networkKey: string): Promise<OpenOfNetwork> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`open:${networkKey}`}, 0))`)
  const { rows } = await tx.execute(sql`
    with mine as (select id, declared_bytes from uploads where network_key = ${networkKey} and state = 'open' and not is_verified and purpose_id is null)
    select count(*) as uploads, coalesce(sum(declared_bytes), 0) as bytes,
      (select count(*) from files where upload_id in (select id from mine)) as file_rows
    from mine`)
  const { uploads: count, bytes, file_rows } = rows[0]!
  return { uploads: Number(count), bytes: Number(bytes), fileRows: Number(file_rows) }
}

/** Those that others have open for what is its have caps of their own. */
export const openUploadsOf = (tx: Transaction, ownerId: string): Promise<number> =>
  tx.$count(uploads, and(isOwnedBy(uploads, ownerId), isOwn, sql`${uploads.state} = 'open'`))

/** Files in the open uploads of an owner. */
export async function openFilesOf(tx: Transaction, ownerId: string): Promise<number> {
  const { rows } = await tx.execute(sql`
    select count(*) as files from files f join uploads u on u.id = f.upload_id
    where ${isOwnedBy(uploads, ownerId, 'u')} and u.state = 'open' and not f.is_removed`)
  return Number(rows[0]!.files)
}

export type UnfinishedRow = Pick<
  typeof uploads.$inferSelect,
  'ownerId' | 'authorId' | 'browserHash' | 'purpose' | 'purposeId' | 'purposeOf'
> & {
  uploadId: string
  firstPath: string
  fileCount: number
  size: number
  receivedBytes: number
  createdAt: Date
  expiresAt: Date
}

/** What an owner has begun and not sent, the newest first, with how many and how large they are together. */
export async function unfinishedOf(
  db: Db,
  { ownerId, userId, isMember }: Pick<SignedIn, 'ownerId' | 'userId' | 'isMember'>,
  max: number,
): Promise<{ rows: UnfinishedRow[]; count: number; bytes: number }> {
  const isSeen = isMember ? eq(uploads.authorId, userId) : undefined
  const isUnfinished = and(isOwnedBy(uploads, ownerId), isSeen, eq(uploads.state, 'open'), isNull(uploads.publishedAt))
  const ofUpload = sql`from ${files} where ${files.uploadId} = ${uploads.id} and not ${files.isRemoved}`
  const hasFiles = sql`exists (select 1 ${ofUpload})`
  const [all] = await db
    .select({ count: count(), bytes: sql<string>`coalesce(sum(${uploads.declaredBytes}), 0)` })
    .from(uploads)
    .where(and(isUnfinished, hasFiles))
  const rows = await db
    .select({
      uploadId: uploads.id,
      ownerId: uploads.ownerId,
      authorId: uploads.authorId,
      browserHash: uploads.browserHash,
      purpose: uploads.purpose,
      purposeId: uploads.purposeId,
      purposeOf: uploads.purposeOf,
      firstPath: sql<string>`(select ${files.path} ${ofUpload} order by ${files.position} limit 1)`,
      fileCount: sql<number>`(select count(*)::int ${ofUpload})`,
      size: uploads.declaredBytes,
      receivedBytes: uploads.receivedBytes,
      createdAt: uploads.createdAt,
      expiresAt: uploads.expiresAt,
    })
    .from(uploads)
    .where(and(isUnfinished, hasFiles))
    .orderBy(desc(uploads.createdAt), uploads.id)
    .limit(max)
  return { rows, count: all!.count, bytes: Number(all!.bytes) }
}

/** One after the other until their transactions end, in all processes: comes after every other lock. */
export const lockDisk = (tx: Transaction): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('disk', 0))`)

/** Bytes that open uploads have still to bring, by the standing of their owners. */
export async function bytesToCome(db: Db, paidRoles: readonly string[]): Promise<Record<Standing, number>> {
  const { rows } = await db.execute<{ standing: Standing; bytes: string }>(sql`
    select case when ${ownerStanding.kind} <> 'user' then 'guest' when ${ownerStanding.role} = any(${sql.param(paidRoles)}::text[]) then 'paid' else 'free' end as standing,
      sum(greatest(u.declared_bytes - u.received_bytes, 0)) as bytes
    from uploads u join ${ownerStanding} on ${ownerStanding.id} = u.owner_id where u.state = 'open' group by 1`)
  const found = Object.fromEntries(rows.map(({ standing, bytes }) => [standing, Number(bytes)]))
  return { guest: 0, free: 0, paid: 0, ...found }
}
