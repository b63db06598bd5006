/** SQL of transfers that have expired, to be told by the bell and by webhooks. */
import { and, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/connect.ts'
import { notifications, transfers } from '../../db/tables.ts'

const endsIn = (from: Date, to: Date) => and(gt(transfers.expiresAt, from), lte(transfers.expiresAt, to))

/** One for each account's transfer whose end lies in (from, to]: its id, and whose it is. */
export async function insertExpired(tx: Transaction, from: Date, to: Date): Promise<{ id: string; ownerId: string }[]> {
  const { rows } = await tx.execute<{ id: string; owner_id: string }>(sql`
    with ended as (
      select id, author_id, owner_id, file_name, file_count, expires_at from ${transfers}
      where ${endsIn(from, to)} and state = 'active' and ${isNotNull(transfers.authorId)}
    ), told as (
      insert into ${notifications} (user_id, transfer_id, kind, file_name, file_count, at)
      select author_id, id, 'expired', file_name, file_count, expires_at from ended
    )
    select id, owner_id from ended order by expires_at, id`)
  return rows.map(({ id, owner_id: ownerId }) => ({ id, ownerId }))
}

/** What webhooks tell of them. */
export const expiredFacts = (tx: Transaction, ids: readonly string[]) =>
  tx
    .select()
    .from(transfers)
    .where(inArray(transfers.id, [...ids]))
    .orderBy(transfers.expiresAt, transfers.id)
