/** SQL of notifications. Those of a transfer that was deleted are hidden until it is brought back. */
import { and, desc, eq, gt, isNull, lte, ne, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { notifications, transfers } from '../../db/tables.ts'

type NewRow = typeof notifications.$inferInsert

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

export const insertNotification = async (tx: Transaction, row: NewRow): Promise<void> =>
  void (await tx.insert(notifications).values(row))

/** Adds to what is told of the same person's visit; false where that has not been told of yet. It counts as unread again. */
export async function gatherInto(
  tx: Transaction,
  row: NewRow & { person: string },
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

const isOf = (userId: string) => eq(notifications.userId, userId)
const isShown = ne(transfers.state, 'deleted')

/** Newest first, with the transfer that each is about. */
export const listOf = (db: Db, userId: string, limit: number) =>
  db
    .select({ row: notifications, slug: transfers.slug, title: transfers.title, requestSlug: transfers.requestSlug })
    .from(notifications)
    .innerJoin(transfers, eq(notifications.transferId, transfers.id))
    .where(and(isOf(userId), isShown))
    .orderBy(desc(notifications.at), desc(notifications.id))
    .limit(limit)

export async function countsOf(db: Db, userId: string): Promise<{ allCount: number; unreadCount: number }> {
  const [row] = await db
    .select({
      allCount: sql<number>`count(*)::int`,
      unreadCount: sql<number>`(count(*) filter (where ${notifications.readAt} is null))::int`,
    })
    .from(notifications)
    .innerJoin(transfers, eq(notifications.transferId, transfers.id))
    .where(and(isOf(userId), isShown))
  return row!
}

/** How many of them are that account's; one that is read stays read. `before`: not what came since the page was shown. */
export async function markRead(db: Db, userId: string, which: { id: string } | { before: Date }, now: Date): Promise<number> {
  const isIt =
    'id' in which ? eq(notifications.id, which.id) : and(lte(notifications.at, which.before), isNull(notifications.readAt))
  const readAt = sql`coalesce(${notifications.readAt}, ${now.toISOString()}::timestamptz)`
  const rows = await db
    .update(notifications)
    .set({ readAt })
    .where(and(isOf(userId), isIt))
    .returning({ id: notifications.id })
  return rows.length
}

export async function deleteOf(db: Db, userId: string, which: { id: string } | { before: Date }): Promise<number> {
  const isIt = 'id' in which ? eq(notifications.id, which.id) : lte(notifications.at, which.before)
  return (
    await db
      .delete(notifications)
      .where(and(isOf(userId), isIt))
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
    .select({ kind, at, readAt, slug: transfers.slug, recipientEmail, countryCode, city, program, fileName, fileCount, reason })
    .from(notifications)
    .innerJoin(transfers, eq(notifications.transferId, transfers.id))
    .where(eq(notifications.userId, userId))
    .orderBy(desc(at))
    .limit(max)
}
