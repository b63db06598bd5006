/** SQL of webhooks. */
import type { WebhookEvent } from '@sampan/contract/rules/webhook-events'
import type { WebhookState } from '@sampan/contract/states'
import { and, asc, eq, sql } from 'drizzle-orm'
import { among } from '../../db/among.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import { webhooks } from '../../db/tables.ts'

export type WebhookRow = typeof webhooks.$inferSelect

const isActive = eq(webhooks.state, 'active' satisfies WebhookState)
const hears = (type: WebhookEvent) => sql`${type} = any(${webhooks.events})`

/** Those that an event is told to; they are kept from being removed until the end of this transaction, and from nothing else. */
export const listening = (tx: Transaction, ownerId: string, type: WebhookEvent): Promise<WebhookRow[]> =>
  tx
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.ownerId, ownerId), isActive, hears(type)))
    .for('key share')

/** Whoever of these owners has any that an event is told to. */
export const ownersListening = async (db: Db, ownerIds: readonly string[], type: WebhookEvent): Promise<Set<string>> =>
  new Set(
    (
      await db
        .selectDistinct({ ownerId: webhooks.ownerId })
        .from(webhooks)
        .where(and(among(webhooks.ownerId, ownerIds), isActive, hears(type)))
    ).map(({ ownerId }) => ownerId),
  )

export const webhooksOf = (db: Db, ownerId: string): Promise<WebhookRow[]> =>
  db.select().from(webhooks).where(eq(webhooks.ownerId, ownerId)).orderBy(asc(webhooks.createdAt), asc(webhooks.id))

export const findWebhook = async (db: Db, ownerId: string, id: string): Promise<WebhookRow | undefined> =>
  (
    await db
      .select()
      .from(webhooks)
      .where(and(eq(webhooks.ownerId, ownerId), eq(webhooks.id, id)))
  )[0]

/** The same, whoever's it is. */
export const findAny = async (db: Db, id: string): Promise<WebhookRow | undefined> =>
  (await db.select().from(webhooks).where(eq(webhooks.id, id)))[0]

/** Until the end of the transaction nobody else changes it. */
export const lockWebhook = async (tx: Transaction, id: string): Promise<WebhookRow | undefined> =>
  (await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('no key update'))[0]

export const findByRequestKey = async (tx: Transaction, ownerId: string, requestKey: string): Promise<WebhookRow | undefined> =>
  (
    await tx
      .select()
      .from(webhooks)
      .where(and(eq(webhooks.ownerId, ownerId), eq(webhooks.requestKey, requestKey)))
  )[0]

export const insertWebhook = async (tx: Transaction, row: typeof webhooks.$inferInsert): Promise<WebhookRow> =>
  (await tx.insert(webhooks).values(row).returning())[0]!

export const updateWebhook = async (tx: Transaction, id: string, set: Partial<WebhookRow>): Promise<WebhookRow> =>
  (await tx.update(webhooks).set(set).where(eq(webhooks.id, id)).returning())[0]!

export const deleteWebhook = (tx: Transaction, id: string) => tx.delete(webhooks).where(eq(webhooks.id, id))
