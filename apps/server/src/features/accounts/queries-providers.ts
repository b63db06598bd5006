/** SQL of who accounts are at providers (A11), and of the sessions that were opened so. */
import { and, eq, exists, gt, gte, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { passkeys, providerIdentities, sessions, users } from '../../db/tables.ts'

export type IdentityRow = typeof providerIdentities.$inferSelect
/** Whom a provider speaks of. */
export type Subject = Pick<IdentityRow, 'provider' | 'issuer' | 'subject'>

const isOf = ({ provider, issuer, subject }: Subject) =>
  and(eq(providerIdentities.provider, provider), eq(providerIdentities.issuer, issuer), eq(providerIdentities.subject, subject))

export const findProviderIdentity = async (db: Db, subject: Subject): Promise<IdentityRow | undefined> =>
  (await db.select().from(providerIdentities).where(isOf(subject)))[0]

export const identitiesOf = (db: Db, userId: string): Promise<IdentityRow[]> =>
  db
    .select()
    .from(providerIdentities)
    .where(eq(providerIdentities.userId, userId))
    .orderBy(providerIdentities.createdAt, providerIdentities.id)

/** Null where some account has it already. */
export async function insertIdentity(tx: Transaction, row: typeof providerIdentities.$inferInsert): Promise<IdentityRow | null> {
  return (await tx.insert(providerIdentities).values(row).onConflictDoNothing().returning())[0] ?? null
}

type Use = Partial<Pick<IdentityRow, 'email' | 'givenRole'>> & { lastUsedAt: Date }

/** False where it was taken away meanwhile. */
export async function touchIdentity(tx: Transaction, id: string, set: Use): Promise<boolean> {
  const rows = await tx
    .update(providerIdentities)
    .set(set)
    .where(eq(providerIdentities.id, id))
    .returning({ id: providerIdentities.id })
  return rows.length === 1
}

/** Their sessions end with them, but for the one in which it is done. */
async function remove(tx: Transaction, which: SQL | undefined, exceptId: string | null, now: Date): Promise<IdentityRow[]> {
  const rows = await tx.delete(providerIdentities).where(which).returning()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0)
    await tx
      .update(sessions)
      .set({ endedAt: now })
      .where(and(inArray(sessions.identityId, ids), isNull(sessions.endedAt), exceptId ? ne(sessions.id, exceptId) : undefined))
  return rows
}

export const deleteIdentity = async (
  tx: Transaction,
  { userId, id, sessionId }: { userId: string; id: string; sessionId: string },
  now: Date,
): Promise<IdentityRow | undefined> =>
  (await remove(tx, and(eq(providerIdentities.id, id), eq(providerIdentities.userId, userId)), sessionId, now))[0]

export const deleteIdentities = async (tx: Transaction, userId: string, now: Date): Promise<number> =>
  (await remove(tx, eq(providerIdentities.userId, userId), null, now)).length

/** All that were connected since a session began: whoever was in it may have. How many there were. */
export const deleteIdentitiesSince = async (
  tx: Transaction,
  { userId, createdAt }: Pick<typeof sessions.$inferSelect, 'userId' | 'createdAt'>,
  now: Date,
): Promise<number> => {
  // That which the account was made by is older than any session of a stranger, and begins with the first of its owner's.
  const isAfter = and(gte(providerIdentities.createdAt, createdAt), gt(providerIdentities.createdAt, users.createdAt))
  const isSince = exists(
    tx
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.id, providerIdentities.userId), isAfter)),
  )
  return (await remove(tx, and(eq(providerIdentities.userId, userId), isSince), null, now)).length
}

/**
 * Whether an account can be entered without one of its passkeys, or without one of who it is at a provider. `providers`: those that there
 * are; with `hasPasswords` a password is a way in as well.
 */
export async function hasOtherWayIn(
  db: Db,
  userId: string,
  { exceptId, providers, hasPasswords }: { exceptId: string; providers: string[]; hasPasswords: boolean },
): Promise<boolean> {
  const isPassword = hasPasswords ? isNotNull(users.passwordHash) : sql`false`
  const ofPasskey = db
    .select({ one: sql`1` })
    .from(passkeys)
    .where(and(eq(passkeys.userId, users.id), isNull(passkeys.refusedAt), ne(passkeys.id, exceptId)))
  const isThere = and(
    eq(providerIdentities.userId, users.id),
    ne(providerIdentities.id, exceptId),
    providers.length > 0 ? inArray(providerIdentities.provider, providers) : sql`false`,
  )
  const ofProvider = db.select({ one: sql`1` }).from(providerIdentities).where(isThere)
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), or(isPassword, exists(ofPasskey), exists(ofProvider))))
  return rows.length === 1
}

/** By which it was opened; null for every other way. */
export async function providerOfSession(db: Db, sessionId: string): Promise<string | null> {
  const rows = await db
    .select({ provider: providerIdentities.provider })
    .from(sessions)
    .innerJoin(providerIdentities, eq(providerIdentities.id, sessions.identityId))
    .where(eq(sessions.id, sessionId))
  return rows[0]?.provider ?? null
}

/** Whether somebody of this name at a provider has logged in by it in this browser before: the name is that of their address, or all of it. */
export async function isKnownThere(
  db: Db,
  { provider, name, browserHash }: { provider: string; name: string; browserHash: string },
): Promise<boolean> {
  const email = sql`lower(${providerIdentities.email})`
  const isNamed = or(sql`${email} = ${name}`, sql`split_part(${email}, '@', 1) = ${name}`)
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(providerIdentities, eq(providerIdentities.id, sessions.identityId))
    .where(and(eq(providerIdentities.provider, provider), eq(sessions.browserHash, browserHash), isNamed))
    .limit(1)
  return rows.length > 0
}

/** Whose sessions by a provider live. */
export const subjectsWithSessions = async (db: Db, of: { provider: string; issuer: string }, now: Date): Promise<string[]> => {
  const isOf = and(eq(providerIdentities.provider, of.provider), eq(providerIdentities.issuer, of.issuer))
  const rows = await db
    .selectDistinct({ subject: providerIdentities.subject })
    .from(sessions)
    .innerJoin(providerIdentities, eq(providerIdentities.id, sessions.identityId))
    .where(and(isOf, isNull(sessions.endedAt), gt(sessions.expiresAt, now)))
  return rows.map(({ subject }) => subject)
}

type Ended = { provider: string; issuer: string; subject: string | null; session: string | null }

/** What the provider has logged out: one of its sessions, or all of a person's. Half-done log-ins end as sessions that never begin. */
export async function endProviderSessions(tx: Transaction, told: Ended, now: Date): Promise<void> {
  const { provider, issuer, subject, session } = told
  const whose = tx
    .select({ id: providerIdentities.id })
    .from(providerIdentities)
    .where(
      and(
        eq(providerIdentities.provider, provider),
        eq(providerIdentities.issuer, issuer),
        subject === null ? undefined : eq(providerIdentities.subject, subject),
      ),
    )
  const isThat = session === null ? undefined : eq(sessions.providerSession, session)
  await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(inArray(sessions.identityId, whose), isThat, isNull(sessions.endedAt)))
}

/** Once and until `until`, a provider's proven address alone connects it: its id, undefined where there is no such account. */
export async function allowConnecting(db: Db, email: string, until: Date): Promise<string | undefined> {
  const rows = await db.update(users).set({ connectUntil: until }).where(eq(users.email, email)).returning({ id: users.id })
  return rows[0]?.id
}

/** False where it was not allowed, or is over; of two that race one comes through. */
export async function takeAllowance(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const isAllowed = and(eq(users.id, userId), gt(users.connectUntil, now))
  return (await tx.update(users).set({ connectUntil: null }).where(isAllowed).returning({ id: users.id })).length === 1
}

/** In a copy of an account's data (A5). */
export const identitiesForCopy = (db: Db, userId: string) => {
  const { provider, issuer, subject, email, createdAt, lastUsedAt } = providerIdentities
  return db
    .select({ provider, issuer, subject, email, createdAt, lastUsedAt })
    .from(providerIdentities)
    .where(eq(providerIdentities.userId, userId))
    .orderBy(createdAt)
}
