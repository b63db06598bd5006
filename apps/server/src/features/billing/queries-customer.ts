/** SQL of whose customer an owner is. */
import { and, asc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Provider } from '../../adapters/payments/payments.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import { owners, purchases, sandboxCustomers, subscriptions } from '../../db/tables.ts'
import { findSubscription, type SubscriptionRow } from './queries.ts'

/** Keeps a checkout as the open one, and answers which was until then: of two that race each is told of the one before it. */
export async function swapCheckout(db: Db, ownerId: string, checkoutId: string): Promise<string | null> {
  const { rows } = await db.execute<{ former: string | null }>(
    sql`with was as (select id, checkout_id as former from ${owners} where id = ${ownerId} for update) update ${owners} set checkout_id = ${checkoutId} from was where ${owners}.id = was.id returning was.former`,
  )
  return rows[0]?.former ?? null
}

/** Answers the customer that the owner has now, who may have got one meanwhile. */
export async function setCustomer(db: Db, ownerId: string, customerId: string, customerMode: Provider): Promise<string> {
  await db
    .update(owners)
    .set({ customerId, customerMode })
    .where(and(eq(owners.id, ownerId), isNull(owners.customerId)))
  return (await db.select({ id: owners.customerId }).from(owners).where(eq(owners.id, ownerId)))[0]!.id!
}

/** The provider has forgotten it: whoever pays next is a new one. One that has come meanwhile stays. */
export async function forgetCustomer(tx: Transaction, ownerId: string, customerId: string): Promise<void> {
  const customersForgotten = sql`${owners.customersForgotten} + 1`
  await tx
    .update(owners)
    .set({ customerId: null, customerMode: null, checkoutId: null, customersForgotten })
    .where(and(eq(owners.id, ownerId), eq(owners.customerId, customerId)))
}

/** To the sandbox all that Stripe made before its mode was kept count as live. */
export function countLive(db: Db, provider: Provider): Promise<number> {
  const isUnsaid = provider === 'sandbox' ? isNull(owners.customerMode) : undefined
  return db.$count(owners, and(isNotNull(owners.customerId), or(eq(owners.customerMode, 'live'), isUnsaid)))
}

/** Those from before it was kept are whose the first start with it says. */
export async function claimCustomers(db: Db, provider: Provider): Promise<void> {
  await db
    .update(owners)
    .set({ customerMode: provider })
    .where(and(isNotNull(owners.customerId), isNull(owners.customerMode)))
}

export async function customersOfOthers(db: Db, provider: Provider): Promise<{ id: string; customerId: string }[]> {
  const rows = await db
    .select({ id: owners.id, customerId: owners.customerId })
    .from(owners)
    .where(and(isNotNull(owners.customerId), ne(owners.customerMode, provider)))
    .orderBy(asc(owners.id))
    .limit(200)
  return rows.map(({ id, customerId }) => ({ id, customerId: customerId! }))
}

/** What was only played: customer, plan and purchase, and that the week was used up. A trial that is not made yet goes on. */
export async function forgetPlayed(tx: Transaction, ownerId: string, customerId: string): Promise<void> {
  await forgetCustomer(tx, ownerId, customerId)
  await tx.delete(purchases).where(eq(purchases.ownerId, ownerId))
  await tx.delete(sandboxCustomers).where(eq(sandboxCustomers.id, customerId))
  const row = await findSubscription(tx, ownerId)
  // A trial that no provider has heard of yet.
  if (row?.status === 'trialing' && row.subscriptionId === null) return
  await tx.delete(subscriptions).where(eq(subscriptions.ownerId, ownerId))
  await tx.update(owners).set({ trialUsedAt: null }).where(eq(owners.id, ownerId))
}

/** What ends a plan, or null where nothing but its owner does. */
export async function setEndedBy(db: Db, ownerId: string, endedBy: SubscriptionRow['endedBy']): Promise<void> {
  await db.update(subscriptions).set({ endedBy }).where(eq(subscriptions.ownerId, ownerId))
}

/** What is left of an owner's purchases, also at the provider that we play. */
export async function forgetPurchases(tx: Transaction, ownerId: string): Promise<void> {
  await tx.delete(purchases).where(eq(purchases.ownerId, ownerId))
  await tx.delete(subscriptions).where(eq(subscriptions.ownerId, ownerId))
  const [owner] = await tx.select({ customerId: owners.customerId }).from(owners).where(eq(owners.id, ownerId))
  if (owner?.customerId) await tx.delete(sandboxCustomers).where(eq(sandboxCustomers.id, owner.customerId))
}
