/** SQL of what is sent to webhooks. */
import type { DeliveryState } from '@sampan/contract/states'
import { and, asc, desc, eq, lt, lte, ne, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { webhookDeliveries, webhooks } from '../../db/tables.ts'

export type DeliveryRow = typeof webhookDeliveries.$inferSelect

const waits = eq(webhookDeliveries.state, 'waiting' satisfies DeliveryState)

export const insertDeliveries = (tx: Transaction, rows: (typeof webhookDeliveries.$inferInsert)[]): Promise<DeliveryRow[]> =>
  tx.insert(webhookDeliveries).values(rows).returning()

export const findDelivery = async (db: Db, webhookId: string, id: string): Promise<DeliveryRow | undefined> =>
  (
    await db
      .select()
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.id, id)))
  )[0]

/** While a try is under way, or was just asked for, that of the one before says nothing any more. */
export const noOutcome = { status: null, durationMs: null, fault: null, answer: null } as const

/** With what it goes to; undefined where it is gone, or waits for nothing. Nobody else tries it until the end of the transaction. */
export async function lockDue(tx: Transaction, id: string, now: Date) {
  const [row] = await tx
    .select({ delivery: webhookDeliveries, webhook: webhooks })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhookDeliveries.webhookId, webhooks.id))
    .where(and(eq(webhookDeliveries.id, id), waits, lte(webhookDeliveries.nextTryAt, now)))
    .for('no key update', { of: webhookDeliveries })
  return row
}

export const updateDelivery = async (tx: Transaction, id: string, set: Partial<DeliveryRow>): Promise<DeliveryRow | undefined> =>
  (await tx.update(webhookDeliveries).set(set).where(eq(webhookDeliveries.id, id)).returning())[0]

/** What its webhook was paused before. */
export const failWaiting = (tx: Transaction, webhookId: string) =>
  tx
    .update(webhookDeliveries)
    .set({ state: 'failed', fault: 'paused', nextTryAt: null })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), waits))

/** The longest due first. */
export const dueDeliveries = (db: Db, now: Date, max: number) =>
  db
    .select({ id: webhookDeliveries.id, webhookId: webhooks.id, failingSince: webhooks.failingSince })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhookDeliveries.webhookId, webhooks.id))
    .where(and(waits, lte(webhookDeliveries.nextTryAt, now)))
    .orderBy(asc(webhookDeliveries.nextTryAt))
    .limit(max)

/** Newest first; `before`: one of them, after which the page begins. */
export const deliveriesOf = (db: Db, webhookId: string, before: string | undefined, limit: number): Promise<DeliveryRow[]> => {
  const isEarlier =
    before &&
    sql`(${webhookDeliveries.at}, ${webhookDeliveries.id}) < (select at, id from webhook_deliveries where id = ${before} and webhook_id = ${webhookId})`
  return db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), isEarlier || undefined))
    .orderBy(desc(webhookDeliveries.at), desc(webhookDeliveries.id))
    .limit(limit)
}

export const deleteOld = (db: Db, before: Date) =>
  db
    .delete(webhookDeliveries)
    .where(and(lt(webhookDeliveries.at, before), ne(webhookDeliveries.state, 'waiting' satisfies DeliveryState)))

/** What a copy of an account's data has of them (A5): the newest, without what they are signed with. */
export async function webhooksForCopy(db: Db, ownerId: string, max: number) {
  const { url, description, events, state, createdAt } = webhooks
  const { type, at, tries, status, body } = webhookDeliveries
  const isTheirs = eq(webhooks.ownerId, ownerId)
  return {
    webhooks: await db
      .select({ url, description, events, state, createdAt })
      .from(webhooks)
      .where(isTheirs)
      .orderBy(asc(createdAt)),
    sent: await db
      .select({ url, type, at, tries, state: webhookDeliveries.state, status, body })
      .from(webhookDeliveries)
      .innerJoin(webhooks, eq(webhookDeliveries.webhookId, webhooks.id))
      .where(isTheirs)
      .orderBy(desc(at))
      .limit(max),
  }
}

export const lastPing = async (tx: Transaction, webhookId: string): Promise<DeliveryRow | undefined> =>
  (
    await tx
      .select()
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.type, 'ping')))
      .orderBy(desc(webhookDeliveries.at))
      .limit(1)
  )[0]
