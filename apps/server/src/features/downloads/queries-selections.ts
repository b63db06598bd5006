/** SQL of chosen files under a short id. */
import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { selections } from '../../db/tables.ts'

/** Whose choices they are: one recipient's, or those of everybody who has the link alone. */
export type Chooser = { transferId: string; recipientId: string | null }

const isOf = ({ transferId, recipientId }: Chooser) =>
  and(
    eq(selections.transferId, transferId),
    recipientId === null ? isNull(selections.recipientId) : eq(selections.recipientId, recipientId),
  )

export async function insertSelection(tx: Transaction, row: typeof selections.$inferInsert): Promise<void> {
  await tx.insert(selections).values(row).onConflictDoNothing()
}

/** Whether it is kept already; from now on it is as good as a new one. */
export async function renewSelection(tx: Transaction, id: string, now: Date): Promise<boolean> {
  return (
    (await tx.update(selections).set({ createdAt: now }).where(eq(selections.id, id)).returning({ id: selections.id })).length > 0
  )
}

export async function findSelection(db: Db, id: string, transferId: string): Promise<string[] | undefined> {
  const which = and(eq(selections.id, id), eq(selections.transferId, transferId))
  return (await db.select({ fileIds: selections.fileIds }).from(selections).where(which))[0]?.fileIds
}

const ofIt = sql`s.transfer_id = selections.transfer_id and s.selection_id = selections.id`
const isReadNow = (now: Date): SQL =>
  sql`exists (select from download_sessions s where ${ofIt} and s.completed_at is null and s.lease_until > ${now.toISOString()}::timestamptz)`
const wasReadWhole = sql`exists (select from download_sessions s where ${ofIt} and s.completed_at is not null)`

/** How many choices are kept, and how many bytes their rows have. */
export type SelectionCeiling = { rows: number; rowBytes: number }

/**
 * Deletes what is above the ceiling, the oldest first: nothing that is read now, and of what a recipient has read whole nothing
 * either, for that is its sender's record. False where `newest` has no place even so. The size is that of the stored row, which is
 * asked for without reading it.
 */
export async function keepNewest(
  tx: Transaction,
  chooser: Chooser,
  newest: string,
  ceiling: SelectionCeiling,
  now: Date,
): Promise<boolean> {
  const isPinned = chooser.recipientId === null ? isReadNow(now) : sql`(${isReadNow(now)} or ${wasReadWhole})`
  const { rows } = await tx.execute<{ isOver: boolean; id: string }>(sql`
    with mine as materialized (
      select id, created_at, pg_column_size(file_ids) as bytes, id <> ${newest} and ${isPinned} as is_pinned
      from selections where ${isOf(chooser)}
    ), ordered as (
      select id, is_pinned, count(*) over upward > ${ceiling.rows}::int or sum(bytes) over upward > ${ceiling.rowBytes}::bigint as is_over
      from mine window upward as (order by is_pinned desc, id = ${newest} desc, created_at desc, id rows unbounded preceding)
    )
    delete from selections where id in (select id from ordered where is_over and not is_pinned) returning id`)
  return rows.every(({ id }) => id !== newest)
}

/** Those that nobody has asked for since, and of which nobody has read everything. */
export async function deleteUnreadSelections(db: Db, before: Date, now: Date): Promise<void> {
  await db.delete(selections).where(and(lt(selections.createdAt, before), sql`not ${isReadNow(now)}`, sql`not ${wasReadWhole}`))
}
