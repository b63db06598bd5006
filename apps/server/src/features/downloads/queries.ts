/** SQL of download sessions, events and notices. */
import type { Language } from '@sampan/contract/paths'
import { and, asc, eq, exists, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import type { DownloadScope } from '../../db/download-scope.ts'
import {
  downloadEvents,
  downloadNotices,
  downloadPlaces,
  downloadSessions,
  recipients,
  scopeKeyColumn,
  selections,
  transferFiles,
  transfers,
  transferVersions,
  wholeVersion,
} from '../../db/tables.ts'
import { findUser } from '../accounts/index.ts'
import { heldFiles } from '../content/index.ts'
import { ownerStanding } from '../owners/index.ts'

export type SessionRow = typeof downloadSessions.$inferSelect
export type EventRow = typeof downloadEvents.$inferSelect
type EventPlace = Pick<EventRow, 'transferId' | 'countryCode' | 'city'>

/** Not `for update`: that would wait for all who merely name the transfer in a row of theirs, and they for it. */
export async function lockTransfer(tx: Transaction, id: string): Promise<typeof transfers.$inferSelect | undefined> {
  return (await tx.select().from(transfers).where(eq(transfers.id, id)).for('no key update'))[0]
}

/** Somebody is named who does not have it yet; of a link that names nobody, anybody may be. */
export async function isAwaited(tx: Transaction, transferId: string): Promise<boolean> {
  const people = await tx
    .select({ downloadedAt: recipients.downloadedAt })
    .from(recipients)
    .where(eq(recipients.transferId, transferId))
  return people.length === 0 || people.some(({ downloadedAt }) => downloadedAt === null)
}

type SessionKey = Pick<SessionRow, 'transferId' | 'visitor' | 'sizeBytes' | 'version'> & DownloadScope

type NewSession = SessionKey & Pick<SessionRow, 'recipientId' | 'recipientEmail' | 'program' | 'device' | 'countryCode' | 'city'>

/**
 * Begins a session or joins the one that this visitor has open, as one statement: ranges that begin at once share it, and bytes wait for it. The
 * rows that it names are held; undefined where one of them is gone. Readers of a lease that is over are gone: their process died before it could say so.
 */
export async function openSession(db: Db, given: NewSession, now: Date, leaseUntil: Date): Promise<string | undefined> {
  const { transferId, recipientId } = given
  const { rows } = await db.execute<{ id: string }>(sql`
    with transfer as (select id from transfers where id = ${transferId} for key share),
      reader as (select id from recipients where id = ${recipientId} for key share)
    insert into download_sessions (transfer_id, recipient_id, recipient_email, program, device, country_code, city, visitor, file_id, selection_id, size_bytes, version,
      started_at, lease_until, readers)
    select transfer.id, ${recipientId}::uuid, ${given.recipientEmail}, ${given.program}, ${given.device}, ${given.countryCode}, ${given.city},
      ${given.visitor}, ${given.fileId}::uuid, ${given.selectionId}, ${given.sizeBytes}::bigint, ${given.version}::int, ${now.toISOString()}::timestamptz, ${leaseUntil.toISOString()}::timestamptz, 1
    from transfer where ${recipientId}::uuid is null or exists (select from reader)
    on conflict (transfer_id, visitor, ${scopeKeyColumn}, size_bytes, ${wholeVersion}) where completed_at is null
    do update set lease_until = excluded.lease_until,
      readers = case when download_sessions.lease_until > excluded.started_at then download_sessions.readers else 0 end + 1
    returning id`)
  return rows[0]?.id
}

/**
 * Adds a range to what has left and answers whether that is everything now; locks the session. The transfer is locked first, as
 * everybody does: whoever takes it away, who opens a session of a limited link, and counting, which comes after this.
 */
export async function addCoverage(
  tx: Transaction,
  transferId: string,
  id: string,
  from: number,
  to: number,
  leaseUntil: Date,
): Promise<{ isWhole: boolean; row: SessionRow } | undefined> {
  const range = to > from ? sql`int8multirange(int8range(${from}::bigint, ${to}::bigint))` : sql`int8multirange()`
  const held = tx.select({ id: transfers.id }).from(transfers).where(eq(transfers.id, transferId)).for('no key update')
  const [row] = await tx
    .update(downloadSessions)
    .set({ coverage: sql`${downloadSessions.coverage} + ${range}`, leaseUntil })
    .where(and(exists(held), eq(downloadSessions.id, id), isNull(downloadSessions.completedAt)))
    .returning()
  if (!row) return undefined
  return { row, isWhole: row.sizeBytes === 0 || row.coverage === `{[0,${row.sizeBytes})}` }
}

/** The last reader gives the lease back. */
export async function leaveSession(db: Db, id: string, now: Date): Promise<void> {
  const leaseUntil = sql`case when ${downloadSessions.readers} > 1 then ${downloadSessions.leaseUntil} else ${now.toISOString()}::timestamptz end`
  const readers = sql`greatest(${downloadSessions.readers} - 1, 0)`
  await db.update(downloadSessions).set({ leaseUntil, readers }).where(eq(downloadSessions.id, id))
}

/** While it has a reader. */
export async function keepLease(db: Db, id: string, leaseUntil: Date): Promise<void> {
  await db
    .update(downloadSessions)
    .set({ leaseUntil })
    .where(and(eq(downloadSessions.id, id), gt(downloadSessions.readers, 0)))
}

type Read = Pick<SessionRow, 'transferId' | 'recipientId' | 'fileId' | 'selectionId' | 'version'>

/** Something was found in what is read: a file by its id, or those of its version. */
function isInfected({ transferId, version, ...read }: Read): SQL<boolean> {
  const { fileId, fromVersion, beforeVersion } = transferFiles
  const chosen = sql`(select ${selections.fileIds} from ${selections} where ${selections.id} = ${read.selectionId})`
  const isRead =
    read.selectionId !== null
      ? sql`${heldFiles.id} = any(${chosen}::uuid[])`
      : read.fileId !== null
        ? eq(heldFiles.id, read.fileId)
        : and(lte(fromVersion, version), or(isNull(beforeVersion), gt(beforeVersion, version)))
  return sql`exists (select 1 from ${transferFiles} join ${heldFiles} on ${heldFiles.id} = ${fileId}
    where ${transferFiles.transferId} = ${transferId} and ${heldFiles.scan} = 'infected' and ${isRead})`
}

/** Something was ever read by this personal link. */
export async function hasBegun(db: Db, recipientId: string): Promise<boolean> {
  const which = eq(downloadSessions.recipientId, recipientId)
  return (await db.select({ id: downloadSessions.id }).from(downloadSessions).where(which).limit(1)).length > 0
}

/** How the transfer stands that somebody reads; asks for nothing to be written. */
export async function downloadStateOf(db: Db, read: Read, isScanned: boolean) {
  const [row] = await db
    .select({
      transfer: transfers,
      ownerStatus: ownerStanding.status,
      isInfected: isScanned ? isInfected(read) : sql<boolean>`false`,
      readerId: recipients.id,
    })
    .from(transfers)
    .innerJoin(ownerStanding, eq(transfers.ownerId, ownerStanding.id))
    .leftJoin(recipients, eq(recipients.id, sql`${read.recipientId}::uuid`))
    .where(eq(transfers.id, read.transferId))
  return row
}

/** Who has read, with what and from where, as the session was begun. */
export async function completeSession(tx: Transaction, id: string, completedAt: Date) {
  const { recipientEmail, program, device, countryCode, city } = downloadSessions
  const [reader] = await tx
    .update(downloadSessions)
    .set({ completedAt })
    .where(eq(downloadSessions.id, id))
    .returning({ recipientEmail, program, device, countryCode, city })
  return reader!
}

/** Whoever counts a download has locked its transfer. */
export async function countPlace(tx: Transaction, { transferId, countryCode, city }: EventPlace): Promise<void> {
  const place = { transferId, countryCode: countryCode ?? '', city }
  await tx
    .insert(downloadPlaces)
    .values({ ...place, downloads: 1 })
    .onConflictDoUpdate({
      target: [downloadPlaces.transferId, downloadPlaces.countryCode, downloadPlaces.city],
      set: { downloads: sql`${downloadPlaces.downloads} + 1` },
    })
}

/** The notice of this visit, if the sender was told of it already or is about to be. */
export async function noticeSince(
  tx: Transaction,
  transferId: string,
  visitor: string,
  since: Date,
): Promise<string | undefined> {
  const same = and(
    eq(downloadNotices.transferId, transferId),
    eq(downloadNotices.visitor, visitor),
    gt(downloadNotices.createdAt, since),
  )
  return (await tx.select({ id: downloadNotices.id }).from(downloadNotices).where(same).limit(1))[0]?.id
}

export async function insertNotice(tx: Transaction, transferId: string, visitor: string, createdAt: Date): Promise<string> {
  return (await tx.insert(downloadNotices).values({ transferId, visitor, createdAt }).returning({ id: downloadNotices.id }))[0]!
    .id
}

export async function findNotice(
  db: Db,
  id: string,
): Promise<{ notice: typeof downloadNotices.$inferSelect; events: EventRow[] } | undefined> {
  const [notice] = await db.select().from(downloadNotices).where(eq(downloadNotices.id, id))
  return (
    notice && {
      notice,
      events: await db.select().from(downloadEvents).where(eq(downloadEvents.noticeId, id)).orderBy(asc(downloadEvents.at)),
    }
  )
}

export async function markNoticeSent(db: Db, id: string, sentAt: Date): Promise<void> {
  await db.update(downloadNotices).set({ sentAt }).where(eq(downloadNotices.id, id))
}

export type VersionState = { version: number; at: Date; fileCount: number }

/** The newest version of a transfer's files; undefined where the transfer is gone. */
export async function newestVersion(db: Db, transferId: string): Promise<VersionState | undefined> {
  const { version, sentAt, fileCount } = transfers
  const [row] = await db
    .select({ version, sentAt, at: transferVersions.at, fileCount })
    .from(transfers)
    .leftJoin(transferVersions, and(eq(transferVersions.transferId, transfers.id), eq(transferVersions.version, version)))
    .where(eq(transfers.id, transferId))
  return row && { ...row, at: row.at ?? row.sentAt }
}

/** How much a session of everything reads: all of its version. */
export async function wholeRead(db: Db, sessionId: string): Promise<{ fileCount: number; totalBytes: number } | undefined> {
  const { fileCount, totalBytes } = transferVersions
  const isIts = and(
    eq(transferVersions.transferId, downloadSessions.transferId),
    eq(transferVersions.version, downloadSessions.version),
  )
  const read = db.select({ fileCount, totalBytes }).from(downloadSessions).innerJoin(transferVersions, isIts)
  return (await read.where(eq(downloadSessions.id, sessionId)))[0]
}

/** Of these files those that are kept, in whichever version, in their order. */
export const filesEverHeld = (db: Db, transferId: string, fileIds: string[]) =>
  db
    .select({
      path: heldFiles.path,
      size: heldFiles.size,
      isNewest: sql<boolean>`bool_or(${transferFiles.beforeVersion} is null)`,
    })
    .from(transferFiles)
    .innerJoin(heldFiles, eq(heldFiles.id, transferFiles.fileId))
    .where(and(eq(transferFiles.transferId, transferId), inArray(heldFiles.id, fileIds)))
    .groupBy(heldFiles.id, heldFiles.path, heldFiles.size)
    .orderBy(sql`min(${transferFiles.position})`)

export type NoticeReader = { email: string; language: Language; wantsNotices: boolean; mails: 'each' | 'daily' }

/** How an account wants to be told of downloads, at its address of now. */
export async function noticeReaderOf(db: Db, userId: string): Promise<NoticeReader | undefined> {
  const user = await findUser(db, userId)
  if (!user) return undefined
  const { email, language, tellsDownloads, downloadMails } = user
  return { email, language, wantsNotices: tellsDownloads, mails: downloadMails }
}
