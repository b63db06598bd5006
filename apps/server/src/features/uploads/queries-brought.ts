/** SQL of uploads that the operator brings. */
import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/connect.ts'
import { uploads } from '../../db/tables.ts'

/** Who begins the same at once waits here for each other. */
export async function lockBrought(tx: Transaction, requestKey: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`brought:${requestKey}`}, 0))`)
}

/** Begun by the operator for the same before, and not whole. */
export const broughtBefore = (tx: Transaction, browserHash: string, requestKey: string): Promise<{ id: string }[]> =>
  tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.browserHash, browserHash), eq(uploads.requestKey, requestKey), eq(uploads.state, 'open')))
