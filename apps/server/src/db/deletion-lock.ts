/** While a backup copies, stored bytes stay: whoever deletes some asks first, and a backup waits until what is being deleted is gone. */
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Transaction } from './connect.ts'

/** Any constants of their own in this database. */
const DELETION_KEY = 7_264_781_002
const BACKUP_KEY = 7_264_781_003

/** False while a backup runs: delete later. Else no backup begins before this transaction has ended. */
export async function mayDeleteBytes(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ may: boolean }>(sql`select pg_try_advisory_xact_lock_shared(${DELETION_KEY}) as may`)
  return rows[0]!.may
}

/** Until the connection ends, also by the death of this process. False where another backup runs. */
export async function holdDeletions(client: pg.ClientBase): Promise<boolean> {
  // It waits for what is being deleted, and takes as long as its copying does.
  await client.query('set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
  const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [BACKUP_KEY])
  if (!rows[0].alone) return false
  await client.query('select pg_advisory_lock($1)', [DELETION_KEY])
  return true
}

/** Asked on the connection that holds it: one that was replaced on the way holds nothing, and one that broke throws. */
export async function stillHoldsDeletions(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_locks where locktype = 'advisory' and granted and pid = pg_backend_pid()
       and database = (select oid from pg_database where datname = current_database())
       and objsubid = 1 and ((classid::bigint << 32) | objid::bigint) = $1`,
    [DELETION_KEY],
  )
  return rowCount === 1
}
