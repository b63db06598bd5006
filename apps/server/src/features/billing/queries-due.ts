/** SQL of those about whom the provider is to be asked, should no event tell of them. */
import type { SubscriptionStatus } from '@sampan/contract/states'
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { subscriptions } from '../../db/tables.ts'

const maxRows = 500
const holding: SubscriptionStatus[] = ['active', 'trialing']
const owing: SubscriptionStatus[] = ['past_due', 'unpaid', 'incomplete']

/**
 * Those to whom something has happened by time, or may have, and who were not asked about since `before`; and all whose plan goes on and
 * who were not since `longBefore`: at the end of a period the provider says for hours that all is well, and charges then.
 */
export async function ownersToRead(db: Db, now: Date, before: Date, longBefore: Date): Promise<string[]> {
  const isMade = isNotNull(subscriptions.subscriptionId)
  const isOver = or(
    and(eq(subscriptions.status, 'trialing'), lte(subscriptions.trialEndsAt, now)),
    and(eq(subscriptions.status, 'active'), lte(subscriptions.periodEndsAt, now)),
    and(inArray(subscriptions.status, owing), isMade),
  )
  const isOld = and(inArray(subscriptions.status, holding), isMade, lt(subscriptions.readAt, longBefore))
  const rows = await db
    .select({ id: subscriptions.ownerId })
    .from(subscriptions)
    .where(or(and(isOver, lt(subscriptions.readAt, before)), isOld))
    .orderBy(asc(subscriptions.readAt))
    .limit(maxRows)
  return rows.map(({ id }) => id)
}

/** Trials that should have been made with the provider long since. */
export async function pendingTrials(db: Db, now: Date, before: Date): Promise<string[]> {
  const isPending = and(eq(subscriptions.status, 'trialing'), isNull(subscriptions.subscriptionId))
  const isDue = and(isPending, gt(subscriptions.trialEndsAt, now), lt(subscriptions.readAt, before))
  const rows = await db.select({ id: subscriptions.ownerId }).from(subscriptions).where(isDue).limit(maxRows)
  return rows.map(({ id }) => id)
}
