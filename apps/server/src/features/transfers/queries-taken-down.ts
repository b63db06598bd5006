/** SQL of what the operator takes down (D7). */
import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/connect.ts'
import { transfers } from '../../db/tables.ts'
import type { TransferRow } from './transfer-row.ts'

/** Undefined where it was down already, or is gone. One that its sender has deleted a moment ago comes back as taken down. */
export async function markTakenDown(tx: Transaction, id: string): Promise<TransferRow | undefined> {
  const isDeleted = sql`${transfers.state} = 'deleted'`
  return (
    await tx
      .update(transfers)
      .set({
        state: sql`case when ${isDeleted} then 'deleted' else 'takenDown' end`,
        takenDownFrom: sql`case when ${isDeleted} then ${transfers.deletedFrom} else ${transfers.state} end`,
        deletedFrom: sql`case when ${isDeleted} then 'takenDown' else ${transfers.deletedFrom} end`,
      })
      .where(
        and(
          eq(transfers.id, id),
          ne(transfers.state, 'takenDown'),
          or(ne(transfers.state, 'deleted'), sql`${transfers.deletedFrom} <> 'takenDown'`),
        ),
      )
      .returning()
  )[0]
}

/** Back to what it was; undefined where it is not down. What was deleted meanwhile comes back as what it was. */
export async function unmarkTakenDown(tx: Transaction, id: string): Promise<TransferRow | undefined> {
  const before = sql`coalesce(${transfers.takenDownFrom}, 'active')`
  const isDeleted = sql`${transfers.state} = 'deleted'`
  return (
    await tx
      .update(transfers)
      .set({
        state: sql`case when ${isDeleted} then 'deleted' else ${before} end`,
        deletedFrom: sql`case when ${isDeleted} then ${before} else ${transfers.deletedFrom} end`,
        takenDownFrom: null,
      })
      .where(
        and(eq(transfers.id, id), or(eq(transfers.state, 'takenDown'), and(isDeleted, eq(transfers.deletedFrom, 'takenDown')))),
      )
      .returning()
  )[0]
}
