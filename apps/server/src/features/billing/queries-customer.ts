/** SQL of the end of what was only played, and of what ends a plan. */
import { eq } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { purchases, sandboxCustomers, subscriptions } from '../../db/tables.ts'
import { findOwner, forgetCustomer, unsetTrialUsed } from '../owners/index.ts'
import { findSubscription, type SubscriptionRow } from './queries.ts'

/** What was only played: customer, plan and purchase, and that the week was used up. A trial that is not made yet goes on. */
export async function forgetPlayed(tx: Transaction, ownerId: string, customerId: string): Promise<void> {
  await forgetCustomer(tx, ownerId, customerId)
  await tx.delete(purchases).where(isOwnedBy(purchases, ownerId))
  await tx.delete(sandboxCustomers).where(eq(sandboxCustomers.id, customerId))
  const row = await findSubscription(tx, ownerId)
  // A trial that no provider has heard of yet.
  if (row?.status === 'trialing' && row.subscriptionId === null) return
  await tx.delete(subscriptions).where(isOwnedBy(subscriptions, ownerId))
  await unsetTrialUsed(tx, ownerId)
}

/** What ends a plan, or null where nothing but its owner does. */
export async function setEndedBy(db: Db, ownerId: string, endedBy: SubscriptionRow['endedBy']): Promise<void> {
  await db.update(subscriptions).set({ endedBy }).where(isOwnedBy(subscriptions, ownerId))
}

/** What is left of an owner's purchases, also at the provider that we play. */
export async function forgetPurchases(tx: Transaction, ownerId: string): Promise<void> {
  await tx.delete(purchases).where(isOwnedBy(purchases, ownerId))
  await tx.delete(subscriptions).where(isOwnedBy(subscriptions, ownerId))
  const owner = await findOwner(tx, ownerId)
  if (owner?.customerId) await tx.delete(sandboxCustomers).where(eq(sandboxCustomers.id, owner.customerId))
}
