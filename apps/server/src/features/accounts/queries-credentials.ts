/** SQL of what one signs in with, and of the sessions that end when it changes. */
import { and, count, desc, eq, gt, isNull, lt, ne, or } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { isRefusedAs } from '../../db/error-code.ts'
import { deleteHitsOf } from '../../db/rate-hits.ts'
import { passwordResets, sessions, users } from '../../db/tables.ts'
import type { SessionRow, UserRow } from './queries.ts'
import { endAllowed } from './queries-devices.ts'
import { forgetBrowsers } from './queries-second-factor.ts'

export type ResetRow = typeof passwordResets.$inferSelect

/** What changes how one signs in waits here for each other. New sessions, which only refer to the account, do not. */
export const lockUser = async (tx: Transaction, id: string): Promise<UserRow | undefined> =>
  (await tx.select().from(users).where(eq(users.id, id)).for('no key update'))[0]

const isUnused = (userId: string) => and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt))

/**
 * Takes the place of every link of the account that was asked for before; false where one was asked for since, or this one was used.
 * The account is locked.
 */
export async function replaceReset(tx: Transaction, row: Omit<ResetRow, 'usedAt'>): Promise<boolean> {
  const { id, userId, createdAt } = row
  const isAfter = or(
    gt(passwordResets.createdAt, createdAt),
    and(eq(passwordResets.createdAt, createdAt), gt(passwordResets.id, id)),
  )
  const later = and(eq(passwordResets.userId, userId), isAfter)
  if ((await tx.select({ id: passwordResets.id }).from(passwordResets).where(later)).length) return false
  await tx.delete(passwordResets).where(and(eq(passwordResets.userId, userId), ne(passwordResets.id, id)))
  await tx.insert(passwordResets).values(row).onConflictDoNothing({ target: passwordResets.id })
  return (
    (
      await tx
        .select({ id: passwordResets.id })
        .from(passwordResets)
        .where(and(isUnused(userId), eq(passwordResets.id, id)))
    ).length === 1
  )
}

const isAlive = (tokenHash: Buffer, now: Date) =>
  and(eq(passwordResets.tokenHash, tokenHash), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now))

export const findReset = async (db: Db, tokenHash: Buffer, now: Date): Promise<ResetRow | undefined> =>
  (await db.select().from(passwordResets).where(isAlive(tokenHash, now)))[0]

/** False where another call was first. */
export async function markResetUsed(tx: Transaction, tokenHash: Buffer, now: Date): Promise<boolean> {
  const rows = await tx.update(passwordResets).set({ usedAt: now }).where(isAlive(tokenHash, now)).returning()
  return rows.length === 1
}

/** Links that are on their way or in a mailbox: how one signs in was changed otherwise. */
export async function endResets(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.update(passwordResets).set({ usedAt: now }).where(isUnused(userId))
}

export async function deleteOldResets(db: Db, before: Date): Promise<void> {
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, before))
}

/** Ends the sessions of an account, all but one; also those that programs may open by now, and that other browsers are asked for no code. */
export async function endSessions(tx: Transaction, userId: string, exceptId: string | null, now: Date): Promise<void> {
  await endAllowed(tx, userId, now)
  await forgetBrowsers(tx, userId, exceptId)
  const isOther = exceptId ? ne(sessions.id, exceptId) : undefined
  await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), isOther))
}

/** What is listed: browsers and terminals. */
const isDevice = (userId: string) => and(eq(sessions.userId, userId), ne(sessions.kind, 'token'))
const isOpen = (now: Date) => and(isNull(sessions.endedAt), gt(sessions.expiresAt, now))

export const openSessions = (db: Db, userId: string, now: Date, max: number): Promise<SessionRow[]> =>
  db
    .select()
    .from(sessions)
    .where(and(isDevice(userId), isOpen(now)))
    .orderBy(desc(sessions.rotatedAt), desc(sessions.id))
    .limit(max)

export async function countOpenSessions(db: Db, userId: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ open: count() })
    .from(sessions)
    .where(and(isDevice(userId), isOpen(now)))
  return row!.open
}

/** Ended ones too: what was ended twice was ended. */
export async function isOwnDevice(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const which = and(isDevice(userId), eq(sessions.id, sessionId))
  return (await db.select({ id: sessions.id }).from(sessions).where(which)).length > 0
}

export async function endOtherDevices(tx: Transaction, userId: string, exceptId: string, now: Date): Promise<void> {
  await endAllowed(tx, userId, now)
  await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(isDevice(userId), isNull(sessions.endedAt), ne(sessions.id, exceptId)))
}

/** Whoever has verified the mailbox is not kept waiting for the tries that led there. */
export async function forgetFailedLogIns(tx: Transaction, email: string, browserHash: string): Promise<void> {
  await deleteHitsOf(tx, 'loginAccount', [email, `${email} ${browserHash}`])
}

/** False where the address has an account by now. */
export async function changeEmail(tx: Transaction, userId: string, email: string): Promise<boolean> {
  try {
    await tx.transaction((inner) => inner.update(users).set({ email }).where(eq(users.id, userId)))
    return true
  } catch (error) {
    if (isRefusedAs(error, 'taken')) return false
    throw error
  }
}
