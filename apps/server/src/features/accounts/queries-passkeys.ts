/** SQL of passkeys: their keys and counters, the sessions that they have opened, and challenges that were answered. */
import { and, desc, eq, gte, inArray, isNull, lt, lte, ne, or, type SQL } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { passkeys, sessions, usedChallenges } from '../../db/tables.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

export const passkeysOf = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.createdAt), desc(passkeys.id))

export const countPasskeys = (db: Db, userId: string): Promise<number> => db.$count(passkeys, eq(passkeys.userId, userId))

export const findPasskey = async (db: Db, credentialId: string): Promise<PasskeyRow | undefined> =>
  (await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)))[0]

export const isThere = async (db: Db, id: string): Promise<boolean> =>
  (await db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.id, id))).length === 1

/** Null where some account has it already. */
export async function insertPasskey(tx: Transaction, row: typeof passkeys.$inferInsert): Promise<PasskeyRow | null> {
  const rows = await tx.insert(passkeys).values(row).onConflictDoNothing({ target: passkeys.credentialId }).returning()
  return rows[0] ?? null
}

export async function renamePasskey(db: Db, userId: string, id: string, name: string): Promise<PasskeyRow | undefined> {
  const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, userId))
  return (await db.update(passkeys).set({ name }).where(isOwn).returning())[0]
}

/** False where it opens nothing, or has not counted on: of two with the same count that race one comes through. */
export const takeCount = (tx: Transaction, id: string, counted: number, now: Date): Promise<boolean> =>
  // Many authenticators count nothing, and say 0 for ever.
  takeIf(tx, id, counted > 0 ? lt(passkeys.counter, counted) : eq(passkeys.counter, 0), { counter: counted, lastUsedAt: now })

/** The same answer once more, whose count is taken already: false where it opens nothing by now. */
export const takeAgain = (tx: Transaction, id: string, now: Date): Promise<boolean> =>
  takeIf(tx, id, undefined, { lastUsedAt: now })

async function takeIf(tx: Transaction, id: string, isOn: SQL | undefined, set: Partial<PasskeyRow>): Promise<boolean> {
  const isGood = and(eq(passkeys.id, id), isNull(passkeys.refusedAt), isOn)
  return (await tx.update(passkeys).set(set).where(isGood).returning({ id: passkeys.id })).length === 1
}

/** False where it was refused before, or is there no more. */
export async function refusePasskey(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const isNew = and(eq(passkeys.id, id), isNull(passkeys.refusedAt))
  return (await tx.update(passkeys).set({ refusedAt: now }).where(isNew).returning({ id: passkeys.id })).length === 1
}

/** After what was done to the passkeys: whoever logs in with one just now is waited for, and is out as well. */
export async function endSessionsOf(tx: Transaction, passkeyIds: string[], exceptId: string | null, now: Date): Promise<void> {
  if (passkeyIds.length === 0) return
  const isOther = exceptId ? ne(sessions.id, exceptId) : undefined
  await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(inArray(sessions.passkeyId, passkeyIds), isNull(sessions.endedAt), isOther))
}

async function remove(tx: Transaction, which: SQL | undefined, exceptId: string | null, now: Date): Promise<PasskeyRow[]> {
  const rows = await tx.delete(passkeys).where(which).returning()
  const ids = rows.map(({ id }) => id)
  await endSessionsOf(tx, ids, exceptId, now)
  return rows
}

export const deletePasskey = async (
  tx: Transaction,
  { userId, id, sessionId }: { userId: string; id: string; sessionId: string },
  now: Date,
): Promise<PasskeyRow | undefined> => (await remove(tx, and(eq(passkeys.id, id), eq(passkeys.userId, userId)), sessionId, now))[0]

/** All of an account; how many there were. */
export const deletePasskeys = async (tx: Transaction, userId: string, now: Date): Promise<number> =>
  (await remove(tx, eq(passkeys.userId, userId), null, now)).length

/** That which has opened a session, and all that were added since it began: whoever was in it may have. How many there were. */
export async function deletePasskeysSince(
  tx: Transaction,
  { userId, passkeyId, createdAt }: Pick<typeof sessions.$inferSelect, 'userId' | 'passkeyId' | 'createdAt'>,
  now: Date,
): Promise<number> {
  const isOfIt = passkeyId ? eq(passkeys.id, passkeyId) : undefined
  const which = and(eq(passkeys.userId, userId), or(gte(passkeys.createdAt, createdAt), isOfIt))
  return (await remove(tx, which, null, now)).length
}

export async function insertUsedChallenge(tx: Transaction, row: typeof usedChallenges.$inferInsert): Promise<boolean> {
  return (await tx.insert(usedChallenges).values(row).onConflictDoNothing().returning()).length === 1
}

export async function deleteOldChallenges(db: Db, now: Date): Promise<void> {
  await db.delete(usedChallenges).where(lte(usedChallenges.until, now))
}

/** In a copy of an account's data (A5). */
export const passkeysForCopy = (db: Db, userId: string) => {
  const { name, transports, createdAt, lastUsedAt, refusedAt } = passkeys
  return db
    .select({ name, transports, createdAt, lastUsedAt, refusedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(passkeys.createdAt)
}
