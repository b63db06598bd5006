/** SQL of who runs the service (O11). */
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { users } from '../../db/tables.ts'

export const hasOperator = async (db: Db): Promise<boolean> =>
  (await db.select({ id: users.id }).from(users).where(eq(users.isOperator, true)).limit(1)).length > 0

/** Who makes the first operator waits here for everybody else who does. */
export const lockOperators = async (tx: Transaction): Promise<void> =>
  void (await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('operators', 0))`))

/** False where it was so before. */
export async function setOperator(tx: Transaction, userId: string, isOperator: boolean): Promise<boolean> {
  const isOther = and(eq(users.id, userId), ne(users.isOperator, isOperator))
  return (await tx.update(users).set({ isOperator }).where(isOther).returning({ id: users.id })).length > 0
}
