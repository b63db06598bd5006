/** SQL of subscriptions, and of what they make of their owner. */
import { and, count, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { headIdOf, isOwnedBy } from '../../db/permitted.ts'
import { licenceCodes, subscriptions, users } from '../../db/tables.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect

export const findSubscription = async (db: Db, ownerId: string): Promise<SubscriptionRow | undefined> =>
  (await db.select().from(subscriptions).where(isOwnedBy(subscriptions, ownerId)))[0]

export async function countLicences(db: Db, ownerId: string): Promise<number> {
  const isActive = and(isOwnedBy(licenceCodes, ownerId), isNull(licenceCodes.revokedAt))
  return (await db.select({ codes: count() }).from(licenceCodes).where(isActive))[0]!.codes
}

/** Its account is to be deleted. */
export const isLeaving = async (tx: Transaction, ownerId: string): Promise<boolean> =>
  (await tx.$count(users, and(eq(users.id, headIdOf(ownerId)), isNotNull(users.deleteAt)))) > 0
