/** SQL of teams that are being handed over. */
import { and, eq } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { teamHandovers } from '../../db/tables.ts'

export type HandoverRow = typeof teamHandovers.$inferSelect

export const handoverOf = async (db: Db, ownerId: string): Promise<HandoverRow | undefined> =>
  (await db.select().from(teamHandovers).where(isOwnedBy(teamHandovers, ownerId)))[0]

export const findHandover = async (db: Db, tokenHash: Buffer): Promise<HandoverRow | undefined> =>
  (await db.select().from(teamHandovers).where(eq(teamHandovers.tokenHash, tokenHash)))[0]

/** In the place of whoever was named before. */
export async function putHandover(tx: Transaction, row: HandoverRow): Promise<void> {
  await tx.insert(teamHandovers).values(row).onConflictDoUpdate({ target: teamHandovers.ownerId, set: row })
}

export async function deleteHandover(tx: Transaction, ownerId: string): Promise<void> {
  await tx.delete(teamHandovers).where(isOwnedBy(teamHandovers, ownerId))
}

/** Who leaves the team is not to be its owner. */
export async function unname(tx: Transaction, ownerId: string, toId: string): Promise<void> {
  await tx.delete(teamHandovers).where(and(isOwnedBy(teamHandovers, ownerId), eq(teamHandovers.toId, toId)))
}
