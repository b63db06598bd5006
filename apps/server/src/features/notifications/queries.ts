/** SQL of notifications. Those of a transfer that was deleted are hidden until it is brought back. */
import { and, desc, eq, gt, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { among } from '../../db/among.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { notifications, transfers } from '../../db/tables.ts'

type NewRow = typeof notifications.$inferInsert
/** A transfer, or a file request. */
export type About = { transferId: string } | { requestId: string; requestSlug: string; requestOwnerId: string }

/** Whom a transfer's notifications go to: the account that sent it; a guest has no bell. */
export async function authorOf(tx: Transaction, transferId: string) {
  const [row] = await tx
    .select({
      userId: transfers.authorId,
      ownerId: transfers.ownerId,
      slug: transfers.slug,
      fileName: transfers.fileName,
      fileCount: transfers.fileCount,
    })
    .from(transfers)
    .where(eq(transfers.id, transferId))
  return row
}

export const insertNotifications = async (tx: Transaction, rows: NewRow[]): Promise<void> =>
  void (rows.length && (await tx.insert(notifications).values(rows)))

export const insertNotification = async (tx: Transaction, row: NewRow): Promise<void> =>
  void (await tx.insert(notifications).values(row))

/** Adds to what is told of the same person's visit; false where that has not been told of yet. It counts as unread again. */
export async function gatherInto(
  tx: Transaction,
  row: NewRow & { person: string; transferId: string },
  since: Date,
  maxFiles: number,
): Promise<boolean> {
  const isSame = and(
    eq(notifications.transferId, row.transferId),
    eq(notifications.person, row.person),
    eq(notifications.userId, row.userId),
    eq(notifications.kind, row.kind),
    gt(notifications.at, since),
  )
  const found = tx.select({ id: notifications.id }).from(notifications).where(isSame).limit(1)
  // What is fetched twice is no more than there is.
  const fileCount = sql`least(${notifications.fileCount} + ${row.fileCount ?? 1}, greatest(${notifications.fileCount}, ${maxFiles}::int))`
  const { rowCount } = await tx
    .update(notifications)
    .set({ fileCount, at: row.at, readAt: null })
    .where(eq(notifications.id, found))
  return rowCount === 1
}

/** What is shared no longer rings nobody: those that told of it go. */
export async function deleteShared(tx: Transaction, about: About, userIds: readonly string[]): Promise<void> {
  const isIt =
    'transferId' in about ? eq(notifications.transferId, about.transferId) : eq(notifications.requestId, about.requestId)
  await tx.delete(notifications).where(and(isIt, eq(notifications.kind, 'shared'), among(notifications.userId, userIds)))
}

/** A person's bell for whom they act for: that of the own account tells nothing of a team, and who has left one is told nothing more of it. */
export type Reader = { userId: string; ownerId: string }
const isRequests = (ownerId: string) => isOwnedBy({ ownerId: notifications.requestOwnerId }, ownerId)
const isListed = ({ userId, ownerId }: Reader) =>
  and(
    eq(notifications.userId, userId),
    or(and(isOwnedBy(transfers, ownerId), ne(transfers.state, 'deleted')), isRequests(ownerId)),
  )
const isOf = ({ userId, ownerId }: Reader) =>
  and(
    eq(notifications.userId, userId),
    or(
      sql`exists (select 1 from ${transfers} where ${transfers.id} = ${notifications.transferId} and ${isOwnedBy(transfers, ownerId)})`,
      isRequests(ownerId),
    ),
  )

/** Newest first, with the transfer that each is about. */
export const listOf = (db: Db, reader: Reader, limit: number) =>
  db
    .select({ row: notifications, slug: transfers.slug, title: transfers.title, requestSlug: transfers.requestSlug })
    .from(notifications)
    .leftJoin(transfers, eq(notifications.transferId, transfers.id))
    .where(isListed(reader))
    .orderBy(desc(notifications.at), desc(notifications.id))
    .limit(limit)

export async function countsOf(db: Db, reader: Reader): Promise<{ allCount: number; unreadCount: number }> {
  const [row] = await db
    .select({
      allCount: sql<number>`count(*)::int`,
      unreadCount: sql<number>`(count(*) filter (where ${notifications.readAt} is null))::int`,
    })
    .from(notifications)
    .leftJoin(transfers, eq(notifications.transferId, transfers.id))
    .where(isListed(reader))
  return row!
}

/** How many of them are that account's; one that is read stays read. `before`: not what came since the page was shown. */
export async function markRead(db: Db, reader: Reader, which: { id: string } | { before: Date }, now: Date): Promise<number> {
  const isIt =
    'id' in which ? eq(notifications.id, which.id) : and(lte(notifications.at, which.before), isNull(notifications.readAt))
  const readAt = sql`coalesce(${notifications.readAt}, ${now.toISOString()}::timestamptz)`
  const rows = await db
    .update(notifications)
    .set({ readAt })
    .where(and(isOf(reader), isIt))
    .returning({ id: notifications.id })
  return rows.length
}

export async function deleteOf(db: Db, reader: Reader, which: { id: string } | { before: Date }): Promise<number> {
  const isIt = 'id' in which ? eq(notifications.id, which.id) : lte(notifications.at, which.before)
  return (
    await db
      .delete(notifications)
      .where(and(isOf(reader), isIt))
      .returning({ id: notifications.id })
  ).length
}

/** Of each account the newest stay. */
export async function deleteBeyond(db: Db, max: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${notifications} using (
      select id, row_number() over (partition by user_id order by at desc, id desc) as number from ${notifications}
      where user_id in (select user_id from ${notifications} group by user_id having count(*) > ${max})
    ) as numbered
    where numbered.id = ${notifications.id} and numbered.number > ${max}`)
  return rowCount ?? 0
}

/** What a copy of an account’s data has of them, the newest first (A5). */
export const notificationsForCopy = (db: Db, userId: string, max: number) => {
  const { kind, at, readAt, recipientEmail, countryCode, city, program, fileName, fileCount, reason } = notifications
  return db
    .select({
      kind,
      at,
      readAt,
      slug: sql<string>`coalesce(${transfers.slug}, ${notifications.requestSlug})`,
      recipientEmail,
      countryCode,
      city,
      program,
      fileName,
      fileCount,
      reason,
    })
    .from(notifications)
    .leftJoin(transfers, eq(notifications.transferId, transfers.id))
    .where(eq(notifications.userId, userId))
    .orderBy(desc(at))
    .limit(max)
}
