/** SQL of the copies of accounts' data, and of the pictures in them. What else is in one each feature gives by its front door. */
import { and, eq, lt } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { accountExports, pictures } from '../../db/tables.ts'

export type ExportRow = typeof accountExports.$inferSelect

export const findExport = async (db: Db, by: { id: string } | { userId: string }): Promise<ExportRow | undefined> =>
  (
    await db
      .select()
      .from(accountExports)
      .where('id' in by ? eq(accountExports.id, by.id) : eq(accountExports.userId, by.userId))
  )[0]

export const insertExport = async (tx: Transaction, row: typeof accountExports.$inferInsert): Promise<ExportRow> =>
  (await tx.insert(accountExports).values(row).returning())[0]!

export const deleteExport = async (tx: Transaction, id: string): Promise<void> =>
  void (await tx.delete(accountExports).where(eq(accountExports.id, id)))

/** False where it is not waiting (any more), or another one has taken its place. */
export async function endExport(
  tx: Transaction,
  id: string,
  set: Pick<ExportRow, 'state'> & Partial<ExportRow>,
): Promise<boolean> {
  const isWaiting = and(eq(accountExports.id, id), eq(accountExports.state, 'waiting'))
  return (await tx.update(accountExports).set(set).where(isWaiting).returning({ id: accountExports.id })).length > 0
}

export const deleteOldExports = async (db: Db, now: Date): Promise<void> =>
  void (await db.delete(accountExports).where(lt(accountExports.expiresAt, now)))

export const exportStates = (db: Db): Promise<Pick<ExportRow, 'id' | 'state'>[]> =>
  db.select({ id: accountExports.id, state: accountExports.state }).from(accountExports)

export const pictureOfUser = async (db: Db, userId: string) =>
  (await db.select({ kind: pictures.kind, bytes: pictures.bytes }).from(pictures).where(eq(pictures.userId, userId)))[0]
