/** SQL of programs that ask to be signed in. */
import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { deviceRequests } from '../../db/tables.ts'

export type DeviceRow = typeof deviceRequests.$inferSelect

/** False where the short code is taken, which then has to be another. */
export async function insertDeviceRequest(db: Db, row: typeof deviceRequests.$inferInsert): Promise<boolean> {
  const rows = await db.insert(deviceRequests).values(row).onConflictDoNothing({ target: deviceRequests.userCode }).returning()
  return rows.length === 1
}

/** Questions that race wait here for each other: one session comes of it. */
export const lockDeviceRequest = async (tx: Transaction, deviceHash: Buffer): Promise<DeviceRow | undefined> =>
  (await tx.select().from(deviceRequests).where(eq(deviceRequests.deviceHash, deviceHash)).for('update'))[0]

export async function updateDeviceRequest(
  tx: Transaction,
  id: string,
  set: Partial<typeof deviceRequests.$inferInsert>,
): Promise<void> {
  await tx.update(deviceRequests).set(set).where(eq(deviceRequests.id, id))
}

/** One that waits for a decision. */
export const findWaitingDevice = async (db: Db, userCode: string, now: Date): Promise<DeviceRow | undefined> =>
  (
    await db
      .select()
      .from(deviceRequests)
      .where(and(eq(deviceRequests.userCode, userCode), eq(deviceRequests.state, 'waiting'), gt(deviceRequests.expiresAt, now)))
  )[0]

/** Decides once, and the same again for who has decided it so; false for all others. */
export async function decideDeviceRequest(
  db: Db,
  { userCode, userId, state }: { userCode: string; userId: string; state: 'allowed' | 'denied' },
  now: Date,
): Promise<boolean> {
  const isOpen = and(eq(deviceRequests.state, 'waiting'), isNull(deviceRequests.userId))
  const isDecidedSo = and(eq(deviceRequests.state, state), eq(deviceRequests.userId, userId))
  const rows = await db
    .update(deviceRequests)
    .set({ state, userId })
    .where(and(eq(deviceRequests.userCode, userCode), gt(deviceRequests.expiresAt, now), or(isOpen, isDecidedSo)))
    .returning({ id: deviceRequests.id })
  return rows.length === 1
}

export async function deleteOldDeviceRequests(db: Db, before: Date): Promise<void> {
  await db.delete(deviceRequests).where(lt(deviceRequests.expiresAt, before))
}

/** Programs that were allowed and have not fetched their session. First of all: one that fetches it just now is ended as a session. */
export async function endAllowed(tx: Transaction, userId: string, now: Date): Promise<void> {
  const isAllowed = and(eq(deviceRequests.userId, userId), isNull(deviceRequests.sessionId), gt(deviceRequests.expiresAt, now))
  await tx.update(deviceRequests).set({ expiresAt: now }).where(isAllowed)
}

export const deleteDeviceRequests = async (tx: Transaction, userId: string): Promise<void> =>
  void (await tx.delete(deviceRequests).where(eq(deviceRequests.userId, userId)))
