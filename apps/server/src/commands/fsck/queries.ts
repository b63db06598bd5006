/** What the checks read. Each answer is one moment of the database. */
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { atOneMoment, type Database, type Db } from '../../db/connect.ts'
import { attempts, blobs, files, uploads } from '../../db/tables.ts'
import { deleteBlobsJob } from '../../features/content/index.ts'

export type BlobRow = typeof blobs.$inferSelect
export type AttemptRow = typeof attempts.$inferSelect
export type FileRow = Pick<typeof files.$inferSelect, 'path' | 'offset' | 'size' | 'crc32'>
export type CheckedBlob = BlobRow & {
  state: 'open' | 'complete' | 'discarded'
  isSuspect: boolean
  slug: string
  attempts: AttemptRow[]
}

/** Blobs with what counts of them: those after one, or those named. */
export function readBlobs(db: Database, which: { after: string; max: number } | { ids: string[] }): Promise<CheckedBlob[]> {
  const read = async (tx: Db) => {
    const rows = await tx
      .select({ blob: blobs, state: uploads.state, isSuspect: uploads.isSuspect, slug: uploads.slug })
      .from(blobs)
      .innerJoin(uploads, eq(blobs.uploadId, uploads.id))
      .where('ids' in which ? inArray(blobs.id, which.ids) : gt(blobs.id, which.after))
      .orderBy(asc(blobs.id))
      .limit('ids' in which ? which.ids.length : which.max)
    const list = rows.map(({ blob, ...of }) => ({ ...blob, ...of, attempts: [] as AttemptRow[] }))
    const byId = new Map(list.map((blob) => [blob.id, blob]))
    if (!list.length) return list
    const held = inArray(attempts.blobId, [...byId.keys()])
    for (const row of await tx.select().from(attempts).where(held).orderBy(asc(attempts.blobId), asc(attempts.offset)))
      byId.get(row.blobId)!.attempts.push(row)
    return list
  }
  return atOneMoment(db, read)
}

export const blobExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.select({ id: blobs.id }).from(blobs).where(eq(blobs.id, id))).length > 0

export const filesOfBlob = (db: Db, blobId: string): Promise<FileRow[]> =>
  db
    .select({ path: files.path, offset: files.offset, size: files.size, crc32: files.crc32 })
    .from(files)
    .where(and(eq(files.blobId, blobId), eq(files.isRemoved, false)))
    .orderBy(asc(files.offset))

/** Of these blobs: those that have a row, with the state of their upload, and those whose deletion is on its way. */
export async function blobStatesOf(db: Db, blobIds: string[]): Promise<{ states: Map<string, string>; leaving: Set<string> }> {
  const { rows } = await db.execute<{ id: string; state: string | null }>(sql`
    select b.id, u.state from blobs b join uploads u on u.id = b.upload_id where b.id = any(${asArray(blobIds)}::uuid[])
    union all
    select distinct jsonb_array_elements_text(j.payload::jsonb -> 'blobIds')::uuid, null
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${deleteBlobsJob.name} and (j.attempts < j.max_attempts or j.locked_at is not null)`)
  const states = new Map(rows.flatMap(({ id, state }) => (state === null ? [] : [[id, state] as const])))
  return { states, leaving: new Set(rows.flatMap(({ id, state }) => (state === null ? [id] : []))) }
}

/** Containers in which parts of these blobs lie. */
export async function containersOf(db: Db, blobIds: string[]): Promise<Set<string>> {
  if (!blobIds.length) return new Set()
  const rows = await db.selectDistinct({ name: attempts.container }).from(attempts).where(inArray(attempts.blobId, blobIds))
  return new Set(rows.map(({ name }) => name))
}

const asArray = (ids: string[]) => sql`${`{${ids.join(',')}}`}`

type HalfRow = { transfer_id: string | null; upload_id: string; slug: string }

/** Hard-deleted transfers whose upload still holds quota and bytes for nobody, and discarded uploads with rows left. */
export const halfDeleted = async (db: Db): Promise<HalfRow[]> =>
  (
    await db.execute<HalfRow>(sql`
      select t.id as transfer_id, u.id as upload_id, u.slug from uploads u
      left join transfers t on t.upload_id = u.id or (t.id = u.purpose_id and u.state = 'complete')
      where (
        (u.state <> 'discarded' and t.state = 'deleted' and t.deleted_from is null)
        or (u.state = 'discarded' and (exists (select from blobs b where b.upload_id = u.id) or exists (select from files f where f.upload_id = u.id)))
      ) and not exists (select from transfer_files h join files f on f.id = h.file_id where f.upload_id = u.id)`)
  ).rows

/** Transfers that still open though their upload was given up. */
export const withoutUpload = async (db: Db): Promise<HalfRow[]> =>
  (
    await db.execute<HalfRow>(sql`
      select t.id as transfer_id, u.id as upload_id, t.slug from transfers t join uploads u on u.id = t.upload_id
      where u.state = 'discarded' and t.state <> 'deleted'
        and not exists (select from transfer_files h join files f on f.id = h.file_id where h.transfer_id = t.id)`)
  ).rows

export const withoutTransfer = async (db: Db): Promise<{ id: string; slug: string; state: 'open' | 'complete' }[]> =>
  (
    await db.execute<{ id: string; slug: string; state: 'open' | 'complete' }>(sql`
      select u.id, u.slug, u.state from uploads u
      where (u.state = 'complete' or (u.state = 'open' and u.published_at is not null))
        and not exists (select from transfers t where t.upload_id = u.id or t.id = u.purpose_id)
        and not exists (select from request_documents d where d.example_upload_id = u.id)`)
  ).rows

export const slugsNotTaken = async (db: Db): Promise<string[]> =>
  (
    await db.execute<{ slug: string }>(sql`
      select slug from uploads where slug not in (select slug from slugs)
      union select slug from transfers where slug not in (select slug from slugs)`)
  ).rows.map(({ slug }) => slug)

type Declared = { id: string; slug: string; declared: string; files: string }
/** Uploads of which something is kept and whose size is not the sum of their files. */
export const declaredWrongly = async (db: Db): Promise<Declared[]> =>
  (
    await db.execute<Declared>(sql`
      select u.id, u.slug, u.declared_bytes as declared, coalesce(sum(f.size), 0)::bigint as files
      from uploads u left join files f on f.upload_id = u.id and not f.is_removed
      where u.state <> 'discarded' group by u.id having u.declared_bytes <> coalesce(sum(f.size), 0)`)
  ).rows

type Counted = { id: string; used: string; reserved: string; used_now: string; reserved_now: string }
/** Owners whose quota is not what their uploads take, or one owner, whatever it is. */
export const recount = async (db: Db, only?: string): Promise<Counted[]> =>
  (
    await db.execute<Counted>(sql`
      select * from (
        select o.id, o.used_bytes as used_now, o.reserved_bytes as reserved_now,
          coalesce(sum(u.declared_bytes) filter (where u.state = 'complete'), 0)::bigint as used,
          coalesce(sum(u.declared_bytes) filter (where u.state = 'open'), 0)::bigint as reserved
        from owners o left join uploads u on u.owner_id = o.id
        where ${only ? sql`o.id = ${only}` : sql`true`} group by o.id
      ) counted where ${only ? sql`true` : sql`used <> used_now or reserved <> reserved_now`}`)
  ).rows

export const countRows = async (db: Db): Promise<{ uploads: number; owners: number }> =>
  (
    await db.execute<{ uploads: number; owners: number }>(
      sql`select (select count(*)::int from uploads) as uploads, (select count(*)::int from owners) as owners`,
    )
  ).rows[0]!
