/** SQL of transfer_events. */
import { and, desc, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { transferEvents, transfers } from '../../db/tables.ts'

/** In an event's detail: the account that did it. Read, it becomes a name. */
export const doerField = 'userId'

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

/** What an account's copy of its data tells of a transfer, the newest first. */
export const eventsForCopy = (db: Db, transferId: string, max: number) => {
  const { kind, actor, at, recipientEmail, countryCode, city, program } = transferEvents
  const detail = sql<Record<string, string | number | null>>`${transferEvents.detail} - ${doerField}::text`
  return db
    .select({ kind, actor, at, recipientEmail, countryCode, city, program, detail })
    .from(transferEvents)
    .where(eq(transferEvents.transferId, transferId))
    .orderBy(desc(at))
    .limit(max)
}

/** Whether somebody was a recipient once. */
export async function wasRemoved(tx: Transaction, transferId: string, recipientId: string): Promise<boolean> {
  const { kind, transferId: ofTransfer, recipientId: ofRecipient } = transferEvents
  const removal = and(eq(ofTransfer, transferId), eq(ofRecipient, recipientId), eq(kind, 'recipientRemoved'))
  return (await tx.select({ id: transferEvents.id }).from(transferEvents).where(removal).limit(1)).length > 0
}
