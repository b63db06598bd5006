/** SQL of transfer_events. */
import { eq } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { transferEvents, transfers } from '../../db/tables.ts'

export const insertEvents = async (tx: Transaction, rows: (typeof transferEvents.$inferInsert)[]): Promise<void> => {
  if (rows.length > 0) await tx.insert(transferEvents).values(rows)
}

export const ownersOf = async (db: Db, transferId: string): Promise<{ ownerId: string; slug: string } | undefined> =>
  (await db.select({ ownerId: transfers.ownerId, slug: transfers.slug }).from(transfers).where(eq(transfers.id, transferId)))[0]
