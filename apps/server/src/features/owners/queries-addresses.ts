/** SQL of the end of owners, above all of addresses without an account. What else names an owner is known to the caller, who gives it as SQL. */
import { and, eq, not, type SQL, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { monthCounts, owners } from '../../db/tables.ts'
import type { OwnerRow } from './queries.ts'

/** Whether something of another feature's is an owner's, whose id is given. */
export type IsHeld = (ownerId: SQL) => SQL

const ownId = sql`${owners.id}`

/** Nothing begins or ends under this address until the transaction is over, but for what holds its upload. */
export async function holdAddress(tx: Transaction, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`address:${email}`}, 0))`)
}

/** An address that nothing names any more. */
export async function deleteAddress(tx: Transaction, id: string, isNamed: IsHeld): Promise<void> {
  await tx.delete(owners).where(and(eq(owners.id, id), eq(owners.kind, 'address'), not(isNamed(ownId))))
}

/** Likewise, by the address, where no month is counted under it either. */
export async function deleteEmptyAddress(tx: Transaction, email: string, isNamed: IsHeld): Promise<void> {
  const isIt = and(eq(owners.kind, 'address'), eq(owners.key, email))
  const isCounted = sql`exists (select 1 from ${monthCounts} where ${isOwnedBy(monthCounts, owners.id)})`
  await tx.delete(owners).where(and(isIt, not(isNamed(ownId)), not(isCounted)))
}

/** The last row of an account's: nothing else names it any more. */
export async function deleteOwner(tx: Transaction, id: string): Promise<void> {
  await tx.delete(monthCounts).where(isOwnedBy(monthCounts, id))
  await tx.delete(owners).where(eq(owners.id, id))
}

const forgottenKey = 'forgotten:'

/** Nothing is held of it, and no month that still counts. */
const isIdle = (month: string, isHeld: IsHeld) =>
  and(
    eq(owners.kind, 'address'),
    not(sql`starts_with(${owners.key}, ${forgottenKey})`),
    sql`not exists (select 1 from ${monthCounts} where ${isOwnedBy(monthCounts, owners.id)} and ${monthCounts.month} >= ${month})`,
    not(isHeld(ownId)),
  )

export const idleAddresses = (db: Db, month: string, isHeld: IsHeld, max: number): Promise<Pick<OwnerRow, 'id' | 'key'>[]> =>
  db.select({ id: owners.id, key: owners.key }).from(owners).where(isIdle(month, isHeld)).limit(max)

/** Its row stays for what was counted of it, under a name of nobody. The address is held. */
export async function forgetAddress(tx: Transaction, id: string, month: string, isHeld: IsHeld): Promise<void> {
  const key = sql`${forgottenKey}::text || ${owners.id}`
  await tx
    .update(owners)
    .set({ key })
    .where(and(eq(owners.id, id), isIdle(month, isHeld)))
}
