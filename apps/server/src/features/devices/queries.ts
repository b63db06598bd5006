/** SQL of programs that ask to be signed in. */
import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { deviceRequests } from '../../db/tables.ts'

export type DeviceRow = typeof deviceRequests.$inferSelect

/** False where the short code is taken, which then has to be another. */
export async function insertRequest(db: Db, row: typeof deviceRequests.$inferInsert): Promise<boolean> {
  const rows = await db.insert(deviceRequests).values(row).onConflictDoNothing({ target: deviceRequests.userCode }).returning()
  return rows.length === 1
}

/** Questions that race wait here for each other: one session comes of it. */
export const lockRequest = async (tx: Transaction, deviceHash: Buffer): Promise<DeviceRow | undefined> =>
  (await tx.select().from(deviceRequests).where(eq(deviceRequests.deviceHash, deviceHash)).for('update'))[0]

export async function updateRequest(
  tx: Transaction,
  id: string,
  set: Partial<typeof deviceRequests.$inferInsert>,
): Promise<void> {
  await tx.update(deviceRequests).set(set).where(eq(deviceRequests.id, id))
}

/** One that waits for a decision. */
export const findWaiting = async (db: Db, userCode: string, now: Date): Promise<DeviceRow | undefined> =>
  (
    await db
      .select()
      .from(deviceRequests)
      .where(and(eq(deviceRequests.userCode, userCode), eq(deviceRequests.state, 'waiting'), gt(deviceRequests.expiresAt, now)))
  )[0]

/** Decides once, and the same again for who has decided it so; false for all others. */
export async function decide(
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

export async function deleteOldRequests(db: Db, before: Date): Promise<void> {
  await db.delete(deviceRequests).where(lt(deviceRequests.expiresAt, before))
}
