/** SQL of what an owner holds: bytes, and the transfers of each month. */
import { and, asc, eq, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { monthCounts, owners } from '../../db/tables.ts'
import type { OwnerRow } from './queries.ts'

type Usage = { reservedBytes?: number; usedBytes?: number }

/** Moves quota between free, reserved and used; the check constraint refuses to go below zero. */
async function changeUsage(tx: Transaction, ownerId: string, { reservedBytes = 0, usedBytes = 0 }: Usage): Promise<void> {
  await tx
    .update(owners)
    .set({
      reservedBytes: sql`${owners.reservedBytes} + ${reservedBytes}::bigint`,
      usedBytes: sql`${owners.usedBytes} + ${usedBytes}::bigint`,
    })
    .where(eq(owners.id, ownerId))
}

/** Bytes that are on their way; whoever reserves has locked the owner and checked its quota. */
export const reserve = (tx: Transaction, ownerId: string, bytes: number): Promise<void> =>
  changeUsage(tx, ownerId, { reservedBytes: bytes })

/** What was reserved has come. */
export const commit = (tx: Transaction, ownerId: string, bytes: number): Promise<void> =>
  changeUsage(tx, ownerId, { reservedBytes: -bytes, usedBytes: bytes })

/** Bytes that are kept no longer, or come no more. */
export const release = (tx: Transaction, ownerId: string, { reservedBytes = 0, usedBytes = 0 }: Usage): Promise<void> =>
  changeUsage(tx, ownerId, { reservedBytes: -reservedBytes, usedBytes: -usedBytes })

/** What rows were made for without an upload that committed it, as the operator's made-up ones. */
export const addUsed = (tx: Transaction, ownerId: string, usedBytes: number): Promise<void> =>
  changeUsage(tx, ownerId, { usedBytes })

/** As it was counted anew. The owner is locked. */
export async function setUsage(tx: Transaction, ownerId: string, usage: Required<Usage>): Promise<void> {
  await tx.update(owners).set(usage).where(eq(owners.id, ownerId))
}

/** Corrects one of them by a difference; never below zero. */
export async function correctBy(tx: Transaction, ownerId: string, which: keyof Usage, bytes: number): Promise<void> {
  const set = { [which]: sql`greatest(0, ${owners[which]} + ${bytes}::bigint)` }
  await tx.update(owners).set(set).where(eq(owners.id, ownerId))
}

const ofMonth = (ownerId: string | SQLWrapper, month: string) =>
  and(isOwnedBy(monthCounts, ownerId), eq(monthCounts.month, month))

/** Bytes kept and reserved, and the transfers that the month has taken, deleted ones too. */
export async function usageOf(db: Db, ownerId: string, month: string) {
  const [row] = await db
    .select({ used: owners.usedBytes, reserved: owners.reservedBytes, thisMonth: monthCounts.transfers })
    .from(owners)
    .leftJoin(monthCounts, ofMonth(owners.id, month))
    .where(eq(owners.id, ownerId))
  return { heldBytes: row!.used + row!.reserved, thisMonth: row!.thisMonth ?? 0 }
}

/** The transfers that a month has taken, as a column of a question about something else. */
export const transfersTaken = (ownerId: string, month: string): SQL<number> =>
  sql`coalesce((select transfers from month_counts where ${isOwnedBy(monthCounts, ownerId)} and month = ${month}), 0)`.mapWith(
    Number,
  )

export async function transfersInMonth(db: Db, ownerId: string, month: string): Promise<number> {
  const [row] = await db.select().from(monthCounts).where(ofMonth(ownerId, month))
  return row?.transfers ?? 0
}

export const transfersByMonth = (db: Db, ownerId: string): Promise<{ month: string; transfers: number }[]> =>
  db
    .select({ month: monthCounts.month, transfers: monthCounts.transfers })
    .from(monthCounts)
    .where(isOwnedBy(monthCounts, ownerId))
    .orderBy(asc(monthCounts.month))

/** Takes one of the month's transfers in the caller's transaction; false when all are used. */
export async function takeMonthSlot(tx: Transaction, ownerId: string, month: string, limit: number | null): Promise<boolean> {
  const taken = await tx
    .insert(monthCounts)
    .values({ ownerId, month, transfers: 1 })
    .onConflictDoUpdate({
      target: [monthCounts.ownerId, monthCounts.month],
      set: { transfers: sql`${monthCounts.transfers} + 1` },
      ...(limit !== null && { setWhere: sql`${monthCounts.transfers} < ${limit}` }),
    })
    .returning()
  return taken.length === 1
}

/** The same of its file requests. */
export async function takeMonthRequest(tx: Transaction, ownerId: string, month: string, limit: number | null): Promise<boolean> {
  const taken = await tx
    .insert(monthCounts)
    .values({ ownerId, month, transfers: 0, requests: 1 })
    .onConflictDoUpdate({
      target: [monthCounts.ownerId, monthCounts.month],
      set: { requests: sql`${monthCounts.requests} + 1` },
      ...(limit !== null && { setWhere: sql`${monthCounts.requests} < ${limit}` }),
    })
    .returning()
  return taken.length === 1
}

export async function freeMonthSlot(tx: Transaction, ownerId: string, month: string): Promise<void> {
  await tx
    .update(monthCounts)
    .set({ transfers: sql`${monthCounts.transfers} - 1` })
    .where(and(ofMonth(ownerId, month), gt(monthCounts.transfers, 0)))
}

/** Bytes and months of one owner become another's. The caller has locked both. */
export async function moveUsage(tx: Transaction, from: OwnerRow, toId: string): Promise<void> {
  const { usedBytes, reservedBytes } = from
  await release(tx, from.id, { usedBytes, reservedBytes })
  await changeUsage(tx, toId, { usedBytes, reservedBytes })
  const months = await tx.delete(monthCounts).where(isOwnedBy(monthCounts, from.id)).returning()
  for (const { month, transfers, requests } of months) {
    await tx
      .insert(monthCounts)
      .values({ ownerId: toId, month, transfers, requests })
      .onConflictDoUpdate({
        target: [monthCounts.ownerId, monthCounts.month],
        set: {
          transfers: sql`${monthCounts.transfers} + ${transfers}`,
          requests: sql`${monthCounts.requests} + ${requests}`,
        },
      })
  }
}
