/** SQL of accounts as the operator sees and changes them. */
import type { Role } from '@sampan/contract/plans'
import { and, count, desc, eq, gt, ilike, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import type { StandingAct } from '../../db/tables/owners.ts'
import { licenceCodes, monthCounts, owners, sessions, subscriptions, transfers, uploads, users } from '../../db/tables.ts'

export type Account = { user: typeof users.$inferSelect; owner: typeof owners.$inferSelect }

const escaped = (text: string): string => text.replace(/[\\%_]/g, (mark) => `\\${mark}`)

/** Newest first; `search` is part of an address, a name or a company. */
export function findAccounts(db: Db, search: string | undefined, max: number): Promise<Account[]> {
  const pattern = `%${escaped(search ?? '')}%`
  return db
    .select({ user: users, owner: owners })
    .from(users)
    .innerJoin(owners, eq(users.ownerId, owners.id))
    .where(search ? or(ilike(users.email, pattern), ilike(users.fullName, pattern), ilike(users.company, pattern)) : undefined)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(max)
}

export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const [row] = await db
    .select({ user: users, owner: owners })
    .from(users)
    .innerJoin(owners, eq(users.ownerId, owners.id))
    .where(eq(users.email, email.trim().toLowerCase()))
  return row
}

export async function setGivenRole(tx: Transaction, ownerId: string, givenRole: Role | null): Promise<void> {
  await tx.update(owners).set({ givenRole }).where(eq(owners.id, ownerId))
}

/** Adds to what was done, the newest last. */
const noted = (act: StandingAct['act'], reason: string, now: Date) =>
  sql`${owners.standingActs} || ${JSON.stringify([{ act, reason, at: now.toISOString() } satisfies StandingAct])}::jsonb`

/** Suspended again: another reason, the same day. */
export async function suspend(tx: Transaction, ownerId: string, revokeReason: string, now: Date): Promise<void> {
  const revokedAt = sql`coalesce(${owners.revokedAt}, ${now.toISOString()}::timestamptz)`
  const standingActs = noted('suspended', revokeReason, now)
  await tx.update(owners).set({ revokedAt, revokeReason, standingActs }).where(eq(owners.id, ownerId))
}

/** What is not suspended stays as it is. */
export async function restore(tx: Transaction, ownerId: string, reason: string, now: Date): Promise<void> {
  const standingActs = noted('restored', reason, now)
  const isSuspended = and(eq(owners.id, ownerId), isNotNull(owners.revokedAt))
  await tx.update(owners).set({ revokedAt: null, revokeReason: null, standingActs }).where(isSuspended)
}

const counted = async (rows: Promise<{ found: number }[]>): Promise<number> => (await rows)[0]!.found

/** What stands beside an account's own rows. */
export async function aroundAccount(db: Db, { user, owner }: Account, now: Date) {
  const isOwn = eq(uploads.ownerId, owner.id)
  const isLive = and(eq(sessions.userId, user.id), isNull(sessions.endedAt), gt(sessions.expiresAt, now))
  const isThisMonth = and(eq(monthCounts.ownerId, owner.id), eq(monthCounts.month, now.toISOString().slice(0, 7)))
  const [subscription] = await db.select().from(subscriptions).where(eq(subscriptions.ownerId, owner.id))
  const [month] = await db.select().from(monthCounts).where(isThisMonth)
  const isActivated = and(eq(licenceCodes.ownerId, owner.id), isNull(licenceCodes.revokedAt))
  const isThere = and(eq(transfers.ownerId, owner.id), ne(transfers.state, 'deleted'))
  return {
    subscription,
    thisMonthsTransfers: month?.transfers ?? 0,
    licenceCodes: await counted(db.select({ found: count() }).from(licenceCodes).where(isActivated)),
    transfers: await counted(db.select({ found: count() }).from(transfers).where(isThere)),
    openUploads: await counted(
      db
        .select({ found: count() })
        .from(uploads)
        .where(and(isOwn, eq(uploads.state, 'open'))),
    ),
    sessions: await counted(db.select({ found: count() }).from(sessions).where(isLive)),
  }
}
