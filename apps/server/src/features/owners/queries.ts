/**
 * SQL of owners: whose root and limits. Locks are taken in one order everywhere: an address, uploads by their ids, transfers, owners by
 * their ids; so nobody waits in a circle.
 */
import type { OwnLimits, PlanHolder, Role } from '@sampan/contract/plans'
import type { OwnerStatus } from '@sampan/contract/states'
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Db, Transaction } from '../../db/connect.ts'
import type { StandingAct } from '../../db/tables/owners.ts'
import { owners } from '../../db/tables.ts'

export type OwnerRow = typeof owners.$inferSelect

/** How owners stand, for the joins of others: Postgres takes it for the table itself. */
export const ownerStanding = new QueryBuilder()
  .select({
    id: owners.id,
    kind: owners.kind,
    role: owners.role,
    ownLimits: owners.ownLimits,
    status: owners.status,
    logInBy: owners.logInBy,
  })
  .from(owners)
  .as('owner')

/** All of an owner, likewise. */
export const ownerRecord = new QueryBuilder().select().from(owners).as('owner')

/** What all of them hold, as a table of one row: `reserved`, `used`. */
export const usageOfAll = sql`(select coalesce(sum(reserved_bytes), 0) as reserved, coalesce(sum(used_bytes), 0) as used from owners)`

/** What each account holds, as a table: `id`, `used_bytes`. */
export const usageOfAccounts = sql`(select id, used_bytes from owners where kind = 'user')`

export const findOwner = async (db: Db, id: string): Promise<OwnerRow | undefined> =>
  (await db.select().from(owners).where(eq(owners.id, id)))[0]

export async function findOwnerByKey(db: Db, kind: OwnerRow['kind'], key: string): Promise<OwnerRow | undefined> {
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
  return (await findOwnerByKey(tx, kind, key))!.id
}

/** The owner of a new account, which it is named for. */
export async function insertAccountOwner(tx: Transaction, userId: string, createdAt: Date | undefined): Promise<string> {
  const row = { kind: 'user', key: userId, role: 'free', status: 'active', createdAt } as const
  return (await tx.insert(owners).values(row).returning({ id: owners.id }))[0]!.id
}

/** It is named for an account no more: that one gets another. */
export async function detachFromAccount(tx: Transaction, id: string): Promise<void> {
  await tx.update(owners).set({ key: id }).where(eq(owners.id, id))
}

export async function lockOwners(tx: Transaction, ids: string[]): Promise<Map<string, OwnerRow>> {
  const rows = await tx.select().from(owners).where(inArray(owners.id, ids)).orderBy(asc(owners.id)).for('update')
  return new Map(rows.map((owner) => [owner.id, owner]))
}

/** Acts that race for one owner wait here for each other. */
export const lockOwner = async (tx: Transaction, id: string): Promise<OwnerRow | undefined> =>
  (await lockOwners(tx, [id])).get(id)

/** The row stays as it is until the transaction ends; after the transfer, as whoever releases quota locks them. */
export const holdOwner = async (tx: Transaction, id: string): Promise<OwnerRow> =>
  (await tx.select().from(owners).where(eq(owners.id, id)).for('share'))[0]!

const holder = { role: owners.role, ownLimits: owners.ownLimits }

/** The row stays until the transaction ends, as for a row that refers to it. What its plan hangs on; undefined where it is gone. */
export const keepOwner = async (tx: Transaction, id: string): Promise<PlanHolder | undefined> =>
  (await tx.select(holder).from(owners).where(eq(owners.id, id)).for('key share'))[0]

/** What an owner's plan hangs on. One that is gone has what an unknown role has. */
export const holderOf = async (db: Db, id: string): Promise<PlanHolder> =>
  (await db.select(holder).from(owners).where(eq(owners.id, id)))[0] ?? { role: '', ownLimits: null }

export const ownerStatusOf = async (db: Db, id: string): Promise<OwnerStatus | undefined> =>
  (await db.select({ status: owners.status }).from(owners).where(eq(owners.id, id)))[0]?.status

/** By the operator, whatever else is with it. */
export const isSuspendedByOperator = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(owners, and(eq(owners.id, id), isNotNull(owners.revokedAt)))) > 0

export async function setStanding(tx: Transaction, id: string, role: Role, status: OwnerStatus): Promise<void> {
  await tx.update(owners).set({ role, status }).where(eq(owners.id, id))
}

export async function setGivenRole(tx: Transaction, id: string, givenRole: Role | null): Promise<void> {
  await tx.update(owners).set({ givenRole }).where(eq(owners.id, id))
}

/** In the place of the plan's; null: none. */
export async function setOwnLimits(tx: Transaction, id: string, ownLimits: OwnLimits | null): Promise<void> {
  await tx.update(owners).set({ ownLimits }).where(eq(owners.id, id))
}

export async function setLogInBy(tx: Transaction, id: string, logInBy: string | null): Promise<void> {
  await tx.update(owners).set({ logInBy }).where(eq(owners.id, id))
}

/** Adds to what was done, the newest last. */
const noted = (act: StandingAct['act'], reason: string, now: Date) =>
  sql`${owners.standingActs} || ${JSON.stringify([{ act, reason, at: now.toISOString() } satisfies StandingAct])}::jsonb`

/** Suspended again: another reason, the same day. */
export async function suspendOwner(tx: Transaction, id: string, revokeReason: string, now: Date): Promise<void> {
  const revokedAt = sql`coalesce(${owners.revokedAt}, ${now.toISOString()}::timestamptz)`
  const standingActs = noted('suspended', revokeReason, now)
  await tx.update(owners).set({ revokedAt, revokeReason, standingActs }).where(eq(owners.id, id))
}

/** What is not suspended stays as it is. */
export async function restoreOwner(tx: Transaction, id: string, reason: string, now: Date): Promise<void> {
  const standingActs = noted('restored', reason, now)
  const isSuspended = and(eq(owners.id, id), isNotNull(owners.revokedAt))
  await tx.update(owners).set({ revokedAt: null, revokeReason: null, standingActs }).where(isSuspended)
}
