/** SQL of the second step of a log-in: its key, recovery codes, and browsers that are not asked again. */
import { and, count, eq, gt, inArray, isNotNull, isNull, lt, lte, notInArray, or } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { recoveryCodes, rememberedDevices, secondFactors, sessions } from '../../db/tables.ts'

export type FactorRow = typeof secondFactors.$inferSelect

export const findFactor = async (db: Db, userId: string): Promise<FactorRow | undefined> =>
  (await db.select().from(secondFactors).where(eq(secondFactors.userId, userId)))[0]

/** Takes the place of one that was never confirmed; false where there is one that is. */
export async function putFactor(db: Db, row: Pick<FactorRow, 'userId' | 'secret' | 'createdAt'>): Promise<boolean> {
  const { secret, createdAt } = row
  const rows = await db
    .insert(secondFactors)
    .values(row)
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret, createdAt, lastStep: null },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId })
  return rows.length === 1
}

/** False where this key is confirmed already, or there is another one by now. */
export async function confirmFactor(tx: Transaction, { userId, secret }: FactorRow, step: number, now: Date): Promise<boolean> {
  const rows = await tx
    .update(secondFactors)
    .set({ confirmedAt: now, lastStep: step })
    .where(and(eq(secondFactors.userId, userId), eq(secondFactors.secret, secret), isNull(secondFactors.confirmedAt)))
    .returning({ userId: secondFactors.userId })
  return rows.length === 1
}

/** False where this step's code or a later one was taken before: of the same code that races one comes through. */
export async function takeStep(tx: Transaction, userId: string, step: number): Promise<boolean> {
  const isNew = or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step))
  const rows = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt), isNew))
    .returning({ userId: secondFactors.userId })
  return rows.length === 1
}

/** False where it is none of the account's, or was used. */
export async function takeRecoveryCode(tx: Transaction, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const rows = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hash), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId })
  return rows.length === 1
}

export async function replaceRecoveryCodes(tx: Transaction, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash })))
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const isLeft = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))
  return (await db.select({ left: count() }).from(recoveryCodes).where(isLeft))[0]!.left
}

/** With all that hangs on it; whether there was one that log-ins asked for. */
export async function deleteFactor(tx: Transaction, userId: string): Promise<boolean> {
  const [row] = await tx.delete(secondFactors).where(eq(secondFactors.userId, userId)).returning()
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.delete(rememberedDevices).where(eq(rememberedDevices.userId, userId))
  return row !== undefined && row.confirmedAt !== null
}

const isAlive = (userId: string, now: Date) => and(eq(rememberedDevices.userId, userId), gt(rememberedDevices.until, now))

export async function isRemembered(db: Db, userId: string, browserHash: string, now: Date): Promise<boolean> {
  const isThis = and(isAlive(userId, now), eq(rememberedDevices.browserHash, browserHash))
  return (await db.select({ until: rememberedDevices.until }).from(rememberedDevices).where(isThis)).length > 0
}

export async function rememberBrowser(tx: Transaction, row: typeof rememberedDevices.$inferInsert): Promise<void> {
  const target = [rememberedDevices.userId, rememberedDevices.browserHash]
  await tx
    .insert(rememberedDevices)
    .values(row)
    .onConflictDoUpdate({ target, set: { until: row.until } })
}

export async function countRemembered(db: Db, userId: string, now: Date): Promise<number> {
  const [row] = await db.select({ browsers: count() }).from(rememberedDevices).where(isAlive(userId, now))
  return row!.browsers
}

const browserOf = (db: Db, sessionId: string) =>
  db.select({ browserHash: sessions.browserHash }).from(sessions).where(eq(sessions.id, sessionId))

/** Which are asked for a code again: all browsers of the account, but that of one session. */
export async function forgetBrowsers(tx: Transaction, userId: string, exceptId: string | null): Promise<void> {
  const isOther = exceptId ? notInArray(rememberedDevices.browserHash, browserOf(tx, exceptId)) : undefined
  await tx.delete(rememberedDevices).where(and(eq(rememberedDevices.userId, userId), isOther))
}

export async function forgetBrowserOf(tx: Transaction, userId: string, sessionId: string): Promise<void> {
  const isThat = inArray(rememberedDevices.browserHash, browserOf(tx, sessionId))
  await tx.delete(rememberedDevices).where(and(eq(rememberedDevices.userId, userId), isThat))
}

export async function deleteOldRemembered(db: Db, now: Date): Promise<void> {
  await db.delete(rememberedDevices).where(lte(rememberedDevices.until, now))
}

/** Of secrets there is nothing in a copy of an account's data (A5). */
export async function secondFactorForCopy(db: Db, userId: string, now: Date) {
  const factor = await findFactor(db, userId)
  const remembered = await db.select({ until: rememberedDevices.until }).from(rememberedDevices).where(isAlive(userId, now))
  return {
    isOn: Boolean(factor?.confirmedAt),
    since: factor?.confirmedAt ?? null,
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
    rememberedBrowsers: remembered,
  }
}
