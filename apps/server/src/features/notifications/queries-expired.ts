/** SQL of transfers that have expired, to be told by the bell. */
import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/connect.ts'
import { notifications, transfers } from '../../db/tables.ts'

/** One for each account's transfer whose end lies in (from, to]; the owners who have one now. */
export async function insertExpired(tx: Transaction, from: Date, to: Date): Promise<string[]> {
  const range = sql`${transfers.expiresAt} > ${from.toISOString()}::timestamptz and ${transfers.expiresAt} <= ${to.toISOString()}::timestamptz`
  const { rows } = await tx.execute<{ owner_id: string }>(sql`
    with ended as (
      select id, author_id, owner_id, file_name, file_count, expires_at from ${transfers}
      where ${range} and state = 'active' and author_id is not null
    ), told as (
      insert into ${notifications} (user_id, transfer_id, kind, file_name, file_count, at)
      select author_id, id, 'expired', file_name, file_count, expires_at from ended
    )
    select distinct owner_id from ended`)
  return rows.map(({ owner_id }) => owner_id)
}
