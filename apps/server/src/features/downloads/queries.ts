/** SQL of download sessions, events, notices and selections. */
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { downloadEvents, downloadNotices, downloadSessions, selections, transfers } from '../../db/tables.ts'

export type SessionRow = typeof downloadSessions.$inferSelect
export type EventRow = typeof downloadEvents.$inferSelect

export async function lockTransfer(tx: Transaction, id: string): Promise<typeof transfers.$inferSelect | undefined> {
  return (await tx.select().from(transfers).where(eq(transfers.id, id)).for('update'))[0]
}

/** Ranges that begin at once share one session; the lock is held until the transaction ends. */
export async function findOpenSession(
  tx: Transaction,
  transferId: string,
  visitor: string,
  scope: string,
): Promise<SessionRow | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${transferId} ${visitor} ${scope}`}, 0))`)
  const same = and(
    eq(downloadSessions.transferId, transferId),
    eq(downloadSessions.visitor, visitor),
    eq(downloadSessions.scope, scope),
  )
  return (
    await tx
      .select()
      .from(downloadSessions)
      .where(and(same, isNull(downloadSessions.completedAt)))
      .limit(1)
  )[0]
}

/** Unfinished downloads that hold one of a limited link's downloads. */
export async function leasedSessions(tx: Transaction, transferId: string, now: Date): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(downloadSessions)
    .where(
      and(
        eq(downloadSessions.transferId, transferId),
        isNull(downloadSessions.completedAt),
        gt(downloadSessions.leaseUntil, now),
      ),
    )
  return row!.count
}

export async function insertSession(tx: Transaction, row: typeof downloadSessions.$inferInsert): Promise<string> {
  return (await tx.insert(downloadSessions).values(row).returning({ id: downloadSessions.id }))[0]!.id
}

/** Adds a range to what has left and answers whether that is everything now; locks the session. */
export async function addCoverage(
  tx: Transaction,
  id: string,
  from: number,
  to: number,
  leaseUntil: Date,
): Promise<{ isWhole: boolean; row: SessionRow } | undefined> {
  const range = to > from ? sql`int8multirange(int8range(${from}::bigint, ${to}::bigint))` : sql`int8multirange()`
  const [row] = await tx
    .update(downloadSessions)
    .set({ coverage: sql`${downloadSessions.coverage} + ${range}`, leaseUntil })
    .where(and(eq(downloadSessions.id, id), isNull(downloadSessions.completedAt)))
    .returning()
  if (!row) return undefined
  return { row, isWhole: row.sizeBytes === 0 || row.coverage === `{[0,${row.sizeBytes})}` }
}

export async function setLease(db: Db, id: string, leaseUntil: Date): Promise<void> {
  await db.update(downloadSessions).set({ leaseUntil }).where(eq(downloadSessions.id, id))
}

export async function completeSession(tx: Transaction, id: string, completedAt: Date): Promise<void> {
  await tx.update(downloadSessions).set({ completedAt }).where(eq(downloadSessions.id, id))
}

export async function insertEvent(tx: Transaction, row: typeof downloadEvents.$inferInsert): Promise<void> {
  await tx.insert(downloadEvents).values(row)
}

export async function countDownload(tx: Transaction, transferId: string): Promise<typeof transfers.$inferSelect> {
  const set = { downloadCount: sql`${transfers.downloadCount} + 1` }
  return (await tx.update(transfers).set(set).where(eq(transfers.id, transferId)).returning())[0]!
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

export async function insertSelection(db: Db, row: typeof selections.$inferInsert): Promise<void> {
  await db.insert(selections).values(row)
}

export async function findSelection(db: Db, id: string, transferId: string): Promise<string[] | undefined> {
  const which = and(eq(selections.id, id), eq(selections.transferId, transferId))
  return (await db.select({ fileIds: selections.fileIds }).from(selections).where(which))[0]?.fileIds
}
