/**
 * SQL of the owners whose quota and month uploads take. Locks are taken in one order everywhere: an address, uploads by their ids,
 * transfers, owners by their ids; so nobody waits in a circle.
 */
import { and, asc, eq, gt, inArray, not, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { monthCounts, owners, transfers as sentTransfers, uploads, users } from '../../db/tables.ts'

export type OwnerRow = typeof owners.$inferSelect

/** Nothing begins or ends under this address until the transaction is over, but for what holds its upload. */
export async function holdAddress(tx: Transaction, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`address:${email}`}, 0))`)
}

export async function findOwner(db: Db, kind: OwnerRow['kind'], key: string): Promise<OwnerRow | undefined> {
  return (
    await db
      .select()
      .from(owners)
      .where(and(eq(owners.kind, kind), eq(owners.key, key)))
  )[0]
}

/** The id of an owner that is made where it is missing; not locked. */
export async function ensureOwner(tx: Transaction, kind: OwnerRow['kind'], key: string, role: string): Promise<string> {
  await tx.insert(owners).values({ kind, key, role }).onConflictDoNothing()
  return (await findOwner(tx, kind, key))!.id
}

/**
 * Whose quota and month a verified address takes: those of its account, so that signing out gains nobody a second set of limits, or its
 * own where it has none. The address is held, so that no account adopts it meanwhile; not locked.
 */
export async function ownerOfAddress(tx: Transaction, email: string): Promise<{ ownerId: string; userId: string | null }> {
  const { id: userId, ownerId } = users
  const [account] = await tx.select({ userId, ownerId }).from(users).where(eq(users.email, email))
  return account ?? { ownerId: await ensureOwner(tx, 'address', email, 'anon'), userId: null }
}

export async function lockOwners(tx: Transaction, ids: string[]): Promise<Map<string, OwnerRow>> {
  const rows = await tx.select().from(owners).where(inArray(owners.id, ids)).orderBy(asc(owners.id)).for('update')
  return new Map(rows.map((owner) => [owner.id, owner]))
}

export const lockOwner = async (tx: Transaction, id: string): Promise<OwnerRow> => (await lockOwners(tx, [id])).get(id)!

/** Moves quota between free, reserved and used; the check constraint refuses to go below zero. */
export async function changeUsage(
  tx: Transaction,
  ownerId: string,
  change: { reservedBytes?: number; usedBytes?: number },
): Promise<void> {
  await tx
    .update(owners)
    .set({
      reservedBytes: sql`${owners.reservedBytes} + ${change.reservedBytes ?? 0}::bigint`,
      usedBytes: sql`${owners.usedBytes} + ${change.usedBytes ?? 0}::bigint`,
    })
    .where(eq(owners.id, ownerId))
}

export async function transfersInMonth(db: Db, ownerId: string, month: string): Promise<number> {
  const [row] = await db
    .select()
    .from(monthCounts)
    .where(and(eq(monthCounts.ownerId, ownerId), eq(monthCounts.month, month)))
  return row?.transfers ?? 0
}

/** Takes one of the month's transfers in the caller's transaction; false when all are used. */
export async function takeMonthSlot(tx: Transaction, ownerId: string, month: string, limit: number | null): Promise<boolean> {
  const taken = await tx
    .insert(monthCounts)
    .values({ ownerId, month, transfers: 1 })
    .onConflictDoUpdate({
      target: [monthCounts.ownerId, monthCounts.month],
      set: { transfers: sql`${monthCounts.transfers} + 1` },
      ...(limit !== null && { setWhere: sql`${monthCounts.transfers} < ${limit}` }),
    })
    .returning()
  return taken.length === 1
}

export async function freeMonthSlot(tx: Transaction, ownerId: string, month: string): Promise<void> {
  const isIt = and(eq(monthCounts.ownerId, ownerId), eq(monthCounts.month, month), gt(monthCounts.transfers, 0))
  await tx
    .update(monthCounts)
    .set({ transfers: sql`${monthCounts.transfers} - 1` })
    .where(isIt)
}

/** Locks every upload of an owner, in the order of their ids. */
export async function lockUploadsOf(tx: Transaction, ownerId: string): Promise<void> {
  await tx.select({ id: uploads.id }).from(uploads).where(eq(uploads.ownerId, ownerId)).orderBy(asc(uploads.id)).for('update')
}

/** Uploads, bytes and months of one owner become another's; an address that nothing names any more is forgotten. The caller has locked them all. */
export async function moveHoldings(tx: Transaction, from: OwnerRow, toId: string): Promise<void> {
  const { usedBytes, reservedBytes } = from
  await tx.update(uploads).set({ ownerId: toId }).where(eq(uploads.ownerId, from.id))
  await changeUsage(tx, from.id, { usedBytes: -usedBytes, reservedBytes: -reservedBytes })
  await changeUsage(tx, toId, { usedBytes, reservedBytes })
  const months = await tx.delete(monthCounts).where(eq(monthCounts.ownerId, from.id)).returning()
  for (const { month, transfers } of months) {
    await tx
      .insert(monthCounts)
      .values({ ownerId: toId, month, transfers })
      .onConflictDoUpdate({
        target: [monthCounts.ownerId, monthCounts.month],
        set: { transfers: sql`${monthCounts.transfers} + ${transfers}` },
      })
  }
  const isNamed = sql`exists (select 1 from ${sentTransfers} where ${sentTransfers.ownerId} = ${owners.id})`
  await tx.delete(owners).where(and(eq(owners.id, from.id), eq(owners.kind, 'address'), not(isNamed)))
}

export const uploadsOfOwner = async (db: Db, ownerId: string, max: number): Promise<string[]> =>
  (await db.select({ id: uploads.id }).from(uploads).where(eq(uploads.ownerId, ownerId)).limit(max)).map(({ id }) => id)

/** Of an upload that was discarded: nothing hangs on it any more. */
export const deleteUpload = async (tx: Transaction, id: string): Promise<void> =>
  void (await tx.delete(uploads).where(eq(uploads.id, id)))

const forgottenKey = 'forgotten:'

/** Nothing of it is kept, on its way, or can be brought back, and no month that still counts. */
const isIdle = (month: string) =>
  and(
    eq(owners.kind, 'address'),
    not(sql`starts_with(${owners.key}, ${forgottenKey})`),
    sql`not exists (select 1 from ${monthCounts} where ${monthCounts.ownerId} = ${owners.id} and ${monthCounts.month} >= ${month})`,
    sql`not exists (select 1 from ${uploads} where ${uploads.ownerId} = ${owners.id} and ${uploads.state} <> 'discarded')`,
    sql`not exists (select 1 from ${sentTransfers} where ${sentTransfers.ownerId} = ${owners.id} and (${sentTransfers.state} <> 'deleted' or ${sentTransfers.deletedFrom} is not null))`,
  )

export const idleAddresses = (db: Db, month: string, max: number): Promise<Pick<OwnerRow, 'id' | 'key'>[]> =>
  db.select({ id: owners.id, key: owners.key }).from(owners).where(isIdle(month)).limit(max)

/** Its row stays for what was counted of it, under a name of nobody. The address is held. */
export async function forgetAddress(tx: Transaction, id: string, month: string): Promise<void> {
  const key = sql`${forgottenKey}::text || ${owners.id}`
  await tx
    .update(owners)
    .set({ key })
    .where(and(eq(owners.id, id), isIdle(month)))
}
