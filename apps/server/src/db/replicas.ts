/** Whether another replica serves from this database: each holds a lock for as long as it lives. */
import { sql } from 'drizzle-orm'
import type { Transaction } from './database.ts'

const lock = "hashtextextended('a replica that serves', 0)"

/** To be held by a session of the replica. */
export const joinReplicas = `select pg_advisory_lock_shared(${lock})`

/** Until the transaction ends none joins. */
export async function isAnyServing(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute(sql.raw(`select pg_try_advisory_xact_lock(${lock}) as none`))
  return rows[0]?.none !== true
}
