/** SQL of whose customer an owner is, and of its trial. */
import { and, asc, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { owners } from '../../db/tables.ts'
import type { OwnerRow } from './queries.ts'

type Mode = NonNullable<OwnerRow['customerMode']>

export const ownerOfCustomer = async (db: Db, customerId: string): Promise<string | undefined> =>
  (await db.select({ id: owners.id }).from(owners).where(eq(owners.customerId, customerId)))[0]?.id

/** One trial for each: the first day stays. */
export async function setTrialUsed(tx: Transaction, ownerId: string, trialUsedAt: Date): Promise<void> {
  await tx
    .update(owners)
    .set({ trialUsedAt })
    .where(and(eq(owners.id, ownerId), isNull(owners.trialUsedAt)))
}

export async function unsetTrialUsed(tx: Transaction, ownerId: string): Promise<void> {
  await tx.update(owners).set({ trialUsedAt: null }).where(eq(owners.id, ownerId))
}

/** Keeps a checkout as the open one, and answers which was until then: of two that race each is told of the one before it. */
export async function swapCheckout(db: Db, ownerId: string, checkoutId: string): Promise<string | null> {
  const { rows } = await db.execute<{ former: string | null }>(
    sql`with was as (select id, checkout_id as former from ${owners} where id = ${ownerId} for update) update ${owners} set checkout_id = ${checkoutId} from was where ${owners}.id = was.id returning was.former`,
  )
  return rows[0]?.former ?? null
}

/** Answers the customer that the owner has now, who may have got one meanwhile. */
export async function setCustomer(db: Db, ownerId: string, customerId: string, customerMode: Mode): Promise<string> {
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

/** Its account is deleted: no next customer is counted. */
export async function dropCustomer(tx: Transaction, ownerId: string): Promise<void> {
  await tx.update(owners).set({ customerId: null, checkoutId: null }).where(eq(owners.id, ownerId))
}

/** To the sandbox all that Stripe made before its mode was kept count as live. */
export function countLive(db: Db, provider: Mode): Promise<number> {
  const isUnsaid = provider === 'sandbox' ? isNull(owners.customerMode) : undefined
  return db.$count(owners, and(isNotNull(owners.customerId), or(eq(owners.customerMode, 'live'), isUnsaid)))
}

/** Those from before it was kept are whose the first start with it says. */
export async function claimCustomers(db: Db, provider: Mode): Promise<void> {
  await db
    .update(owners)
    .set({ customerMode: provider })
    .where(and(isNotNull(owners.customerId), isNull(owners.customerMode)))
}

export async function customersOfOthers(db: Db, provider: Mode): Promise<{ id: string; customerId: string }[]> {
  const rows = await db
    .select({ id: owners.id, customerId: owners.customerId })
    .from(owners)
    .where(and(isNotNull(owners.customerId), ne(owners.customerMode, provider)))
    .orderBy(asc(owners.id))
    .limit(200)
  return rows.map(({ id, customerId }) => ({ id, customerId: customerId! }))
}

/** Who may be paying somewhere else. */
export async function ownersWatched(db: Db, now: Date): Promise<string[]> {
  const isWatched = gt(owners.paymentsWatchedUntil, now)
  return (await db.select({ id: owners.id }).from(owners).where(isWatched)).map(({ id }) => id)
}

export async function setWatched(db: Db, ownerId: string, paymentsWatchedUntil: Date): Promise<void> {
  await db.update(owners).set({ paymentsWatchedUntil }).where(eq(owners.id, ownerId))
}
