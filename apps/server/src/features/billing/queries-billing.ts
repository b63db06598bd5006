/** SQL of customers, of what the provider said of them, and of purchases and events. */
import { and, eq, gt, isNull, lt, lte, max, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { headIdOf, isOwnedBy } from '../../db/permitted.ts'
import { paymentEvents, purchases, subscriptions, usedTrials, users } from '../../db/tables.ts'
import { dropCustomer } from '../owners/index.ts'
import type { SubscriptionRow } from './queries.ts'
import { deleteDetails } from './queries-details.ts'

export type NewSubscription = typeof subscriptions.$inferInsert

/** Who pays, and is written to. */
export async function findPayer(db: Db, ownerId: string) {
  const { email, fullName, language, referral, referrer } = users
  const columns = { email, fullName, language, referral, referrer }
  const rows = db
    .select(columns)
    .from(users)
    .where(eq(users.id, headIdOf(ownerId)))
  return (await rows)[0]
}

type UsedTrial = typeof usedTrials.$inferInsert

export async function insertUsedTrial(tx: Transaction, row: UsedTrial): Promise<void> {
  await tx.insert(usedTrials).values(row).onConflictDoNothing()
}

export async function isTrialNoted(db: Db, { addressHash, mode }: Pick<UsedTrial, 'addressHash' | 'mode'>): Promise<boolean> {
  return (await db.$count(usedTrials, and(eq(usedTrials.addressHash, addressHash), eq(usedTrials.mode, mode)))) > 0
}

export async function deleteOldTrials(db: Db, before: Date): Promise<void> {
  await db.delete(usedTrials).where(lt(usedTrials.usedAt, before))
}

export async function putSubscription(tx: Transaction, row: NewSubscription): Promise<void> {
  const { ownerId: _, createdAt: __, ...set } = row
  await tx.insert(subscriptions).values(row).onConflictDoUpdate({ target: subscriptions.ownerId, set })
}

/** Undefined where the mail is on its way already, or the trial does not go on. */
export async function markReminded(tx: Transaction, ownerId: string, now: Date): Promise<SubscriptionRow | undefined> {
  const isDue = and(
    isOwnedBy(subscriptions, ownerId),
    eq(subscriptions.status, 'trialing'),
    eq(subscriptions.isCancelling, false),
    isNull(subscriptions.remindedAt),
    gt(subscriptions.trialEndsAt, now),
  )
  return (await tx.update(subscriptions).set({ remindedAt: now }).where(isDue).returning())[0]
}

export async function ownersToRemind(db: Db, now: Date, until: Date): Promise<string[]> {
  const isSoon = and(gt(subscriptions.trialEndsAt, now), lte(subscriptions.trialEndsAt, until))
  const isNew = and(eq(subscriptions.status, 'trialing'), isNull(subscriptions.remindedAt), eq(subscriptions.isCancelling, false))
  const rows = await db.select({ id: subscriptions.ownerId }).from(subscriptions).where(and(isSoon, isNew)).limit(500)
  return rows.map(({ id }) => id)
}

/**
 * The right to buy, one at a time: null while another holds it. A holder that was heard of last before `staleBefore` is gone; whoever
 * wants the same as it goes on under its key.
 */
export async function claimPurchase(
  db: Db,
  claim: { ownerId: string; key: string; wish: string; begunAt: Date },
  staleBefore: Date,
): Promise<string | null> {
  const rows = await db
    .insert(purchases)
    .values(claim)
    .onConflictDoUpdate({
      target: purchases.ownerId,
      set: {
        key: sql`case when ${purchases.wish} = excluded.wish then ${purchases.key} else excluded.key end`,
        wish: sql`excluded.wish`,
        begunAt: sql`excluded.begun_at`,
      },
      setWhere: lt(purchases.begunAt, staleBefore),
    })
    .returning({ key: purchases.key })
  return rows[0]?.key ?? null
}

export const findPurchaseKey = async (db: Db, ownerId: string): Promise<string | undefined> =>
  (await db.select({ key: purchases.key }).from(purchases).where(isOwnedBy(purchases, ownerId)))[0]?.key

/** False where the purchase is another's by now: nothing is bought under its key any more. */
export async function holdPurchase(db: Db, ownerId: string, key: string, begunAt: Date): Promise<boolean> {
  const isMine = and(isOwnedBy(purchases, ownerId), eq(purchases.key, key))
  return (await db.update(purchases).set({ begunAt }).where(isMine).returning({ key: purchases.key })).length === 1
}

/** False where another one took its place. */
export async function endPurchase(db: Db, ownerId: string, key: string): Promise<boolean> {
  const isMine = and(isOwnedBy(purchases, ownerId), eq(purchases.key, key))
  return (await db.delete(purchases).where(isMine).returning({ key: purchases.key })).length === 1
}

/** What came of it is unknown: the next who wants the same may try at once, under the same key. */
export const leavePurchase = (db: Db, ownerId: string, key: string): Promise<boolean> =>
  holdPurchase(db, ownerId, key, new Date(0))

/** False for an event that was dealt with before. */
/** When the payment provider last called; null: never. */
export async function lastPaymentEvent(db: Db): Promise<Date | null> {
  const [row] = await db.select({ at: max(paymentEvents.receivedAt) }).from(paymentEvents)
  return row!.at
}

export async function insertEvent(db: Db, row: typeof paymentEvents.$inferInsert): Promise<boolean> {
  return (await db.insert(paymentEvents).values(row).onConflictDoNothing().returning()).length === 1
}

export const hasEvent = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(paymentEvents, eq(paymentEvents.id, id))) > 0

export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await db.delete(paymentEvents).where(lt(paymentEvents.receivedAt, before))
}

/** All that is kept of an owner's payments; the provider has forgotten them already. */
export async function deleteBilling(tx: Transaction, ownerId: string): Promise<void> {
  await tx.delete(subscriptions).where(isOwnedBy(subscriptions, ownerId))
  await tx.delete(purchases).where(isOwnedBy(purchases, ownerId))
  await deleteDetails(tx, ownerId)
  await dropCustomer(tx, ownerId)
}

/** What a copy of an account's data has of its subscription (A5). */
export const subscriptionForCopy = async (db: Db, ownerId: string) =>
  (await db.select().from(subscriptions).where(isOwnedBy(subscriptions, ownerId)))[0] ?? null
