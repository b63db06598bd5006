/** SQL of a transfer's files over its versions (T9). A row of transfer_files holds from one version until before another. */
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { among } from '../../db/among.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import { inTheirPlaces, isNewest, isOfVersion } from '../../db/held-versions.ts'
import { isPermitted } from '../../db/permitted.ts'
import { transferFiles, transfers, transferVersions } from '../../db/tables.ts'
import { heldFiles } from '../content/index.ts'
import { forgetPaths } from '../timeline/index.ts'
import type { Own, TransferRow } from './transfer-row.ts'

export type VersionRow = typeof transferVersions.$inferSelect
export type PlacedFile = { id: string; path: string; size: number; place: number; isLost: boolean }

/** Changes of one transfer's files go one after the other; who only names it in a row of theirs does not wait. */
export const lockOwn = async (tx: Transaction, { slug, actor, action }: Own): Promise<TransferRow | undefined> =>
  (
    await tx
      .select()
      .from(transfers)
      .where(and(eq(transfers.slug, slug), isPermitted(actor, action)))
      .for('no key update')
  )[0]

/** Its row does not go away meanwhile. */
export async function findGrowing(
  tx: Transaction,
  { slug, actor, action }: Own,
): Promise<Pick<TransferRow, 'id' | 'state' | 'version'> | undefined> {
  const isOwn = and(eq(transfers.slug, slug), isPermitted(actor, action))
  const { id, state, version } = transfers
  return (await tx.select({ id, state, version }).from(transfers).where(isOwn).for('key share'))[0]
}

export async function slugsOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.select({ id: transfers.id, slug: transfers.slug }).from(transfers).where(among(transfers.id, ids))
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}

const placed = {
  id: heldFiles.id,
  path: heldFiles.path,
  size: heldFiles.size,
  place: sql<number>`coalesce(${transferFiles.place}, ${transferFiles.position})`,
  isLost: heldFiles.isLost,
}

const filesWhere = (db: Db, transferId: string, which: SQL | undefined): Promise<PlacedFile[]> =>
  db
    .select(placed)
    .from(transferFiles)
    .innerJoin(heldFiles, eq(transferFiles.fileId, heldFiles.id))
    .where(and(eq(transferFiles.transferId, transferId), which))
    .orderBy(inTheirPlaces)

export const newestFiles = (db: Db, transferId: string): Promise<PlacedFile[]> => filesWhere(db, transferId, isNewest)

export const filesOfVersion = (db: Db, transferId: string, version: number): Promise<PlacedFile[]> =>
  filesWhere(db, transferId, isOfVersion(version))

/** Which of these it has, or had in a version that is kept. */
export async function knownFiles(db: Db, transferId: string, fileIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ id: transferFiles.fileId })
    .from(transferFiles)
    .where(and(eq(transferFiles.transferId, transferId), inArray(transferFiles.fileId, fileIds)))
  return new Set(rows.map(({ id }) => id))
}

/** Out of every version. */
export async function dropFileRows(tx: Transaction, transferId: string, fileId: string): Promise<void> {
  await tx.delete(transferFiles).where(and(eq(transferFiles.transferId, transferId), eq(transferFiles.fileId, fileId)))
}

export async function endFiles(tx: Transaction, transferId: string, fileIds: string[], beforeVersion: number): Promise<void> {
  if (!fileIds.length) return
  await tx.execute(sql`
    update transfer_files set before_version = ${beforeVersion}
    where transfer_id = ${transferId} and before_version is null and file_id = any(${sql.param(fileIds)}::uuid[])`)
}

type Begun = { id: string; place: number | null }

/** Behind all that it ever had, unless their place is told. */
export async function beginFiles(tx: Transaction, transferId: string, begun: Begun[], fromVersion: number): Promise<void> {
  if (!begun.length) return
  await tx.execute(sql`
    insert into transfer_files (transfer_id, position, file_id, from_version, place)
    select ${transferId}, coalesce((select max(position) from transfer_files where transfer_id = ${transferId}), 0) + n, id, ${fromVersion}, place
    from unnest(${sql.param(begun.map(({ id }) => id))}::uuid[], ${sql.param(begun.map(({ place }) => place))}::int[])
      with ordinality as given(id, place, n)`)
}

export async function updateTransfer(tx: Transaction, id: string, set: Partial<typeof transfers.$inferInsert>): Promise<void> {
  await tx.update(transfers).set(set).where(eq(transfers.id, id))
}

/** The first version gets its row with the second one. */
export async function insertVersion(tx: Transaction, row: typeof transferVersions.$inferInsert): Promise<void> {
  await tx.insert(transferVersions).values(row).onConflictDoNothing()
}

export const findVersion = async (
  db: Db,
  transferId: string,
  by: { uploadId: string } | { version: number },
): Promise<VersionRow | undefined> => {
  const which = 'uploadId' in by ? eq(transferVersions.uploadId, by.uploadId) : eq(transferVersions.version, by.version)
  return (
    await db
      .select()
      .from(transferVersions)
      .where(and(eq(transferVersions.transferId, transferId), which))
  )[0]
}

/** Newest first, with how many of its files are still held. */
export const versionsOf = (db: Db, transferId: string, max: number): Promise<(VersionRow & { heldCount: number })[]> =>
  db
    .select({
      transferId: transferVersions.transferId,
      version: transferVersions.version,
      at: transferVersions.at,
      restoredVersion: transferVersions.restoredVersion,
      uploadId: transferVersions.uploadId,
      changes: transferVersions.changes,
      fileCount: transferVersions.fileCount,
      totalBytes: transferVersions.totalBytes,
      entryCount: transferVersions.entryCount,
      heldCount: sql<number>`(select count(*)::int from transfer_files h where h.transfer_id = transfer_versions.transfer_id
        and h.from_version <= transfer_versions.version and (h.before_version is null or h.before_version > transfer_versions.version))`,
    })
    .from(transferVersions)
    .where(eq(transferVersions.transferId, transferId))
    .orderBy(desc(transferVersions.version))
    .limit(max)

export type Lifetime = { fromVersion: number; beforeVersion: number | null }

/** Those whose bytes are gone or damaged for good. */
export const lostFilesOf = (db: Db, transferId: string): Promise<Lifetime[]> =>
  db
    .select({ fromVersion: transferFiles.fromVersion, beforeVersion: transferFiles.beforeVersion })
    .from(transferFiles)
    .innerJoin(heldFiles, eq(transferFiles.fileId, heldFiles.id))
    .where(and(eq(transferFiles.transferId, transferId), heldFiles.isLost))

/** Of files that this transfer alone holds, and only in older versions. */
export async function oldBytesOf(db: Db, transferId: string): Promise<number> {
  const { rows } = await db.execute(sql`
    select coalesce(sum(${heldFiles.size}), 0) as bytes from ${heldFiles}
    where ${heldFiles.id} in (select file_id from transfer_files where transfer_id = ${transferId} and before_version is not null)
      and not exists (select from transfer_files h where h.file_id = ${heldFiles.id} and (h.transfer_id <> ${transferId} or h.before_version is null))`)
  return Number(rows[0]!.bytes)
}

/** The uploads that brought what only older versions have, which is held no more from here on; but for what is being read now. */
export async function dropOldFiles(tx: Transaction, transferId: string, now: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with reading as (
      select file_id, selection_id, version from download_sessions
      where transfer_id = ${transferId} and readers > 0 and lease_until > ${now.toISOString()}::timestamptz
    ), gone as (
      delete from transfer_files old where transfer_id = ${transferId} and before_version is not null and not exists (
        select from transfer_files now where now.transfer_id = ${transferId} and now.file_id = old.file_id and now.before_version is null
      ) and not exists (
        select from reading r left join selections s on s.id = r.selection_id
        where r.file_id = old.file_id or old.file_id = any(s.file_ids)
          or (r.file_id is null and r.selection_id is null and old.from_version <= r.version and old.before_version > r.version)
      ) returning file_id)
    select distinct ${heldFiles.uploadId} as id from ${heldFiles} where ${heldFiles.id} in (select file_id from gone) order by 1`)
  return rows.map(({ id }) => id)
}

/** What happened to files stays in the timeline, without what they were called. */
export async function forgetVersions(tx: Transaction, transferId: string): Promise<void> {
  await tx.delete(transferVersions).where(eq(transferVersions.transferId, transferId))
  await forgetPaths(tx, transferId)
}
