/** SQL of transfer_events. */
import { and, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { transferEvents, transfers } from '../../db/tables.ts'

export const insertEvents = async (tx: Transaction, rows: (typeof transferEvents.$inferInsert)[]): Promise<void> => {
  if (rows.length > 0) await tx.insert(transferEvents).values(rows)
}

export const ownersOf = async (db: Db, transferId: string): Promise<{ ownerId: string; slug: string } | undefined> =>
  (await db.select({ ownerId: transfers.ownerId, slug: transfers.slug }).from(transfers).where(eq(transfers.id, transferId)))[0]

const fileEvents = ['filesAdded', 'fileReplaced', 'fileRemoved', 'rolledBack'] as const

/** What happened to files stays, without what they were called. */
export async function forgetPaths(tx: Transaction, transferId: string): Promise<void> {
  await tx
    .update(transferEvents)
    .set({ detail: sql`${transferEvents.detail} - 'path' - 'formerPath'` })
    .where(and(eq(transferEvents.transferId, transferId), inArray(transferEvents.kind, [...fileEvents])))
}

/** Those of these transfers become another owner's. */
export async function moveEvents(tx: Transaction, transferIds: SQLWrapper, ownerId: string): Promise<void> {
  await tx.update(transferEvents).set({ ownerId }).where(inArray(transferEvents.transferId, transferIds))
}
