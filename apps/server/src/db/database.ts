/** What the pool and the query layer are to all who use them. */
import type { NodePgDatabase, NodePgTransaction } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type * as tables from './tables.ts'

type Schema = typeof tables
export type Database = NodePgDatabase<Schema>
// biome-ignore lint/suspicious/noExplicitAny: drizzle's relation parameter, unused here
export type Transaction = NodePgTransaction<Schema, any>
/** What a query needs: the pool or a transaction. */
export type Db = Database | Transaction

/** Where the database is and how many connections one pool may hold; plain data, which one process hands to another. */
export type ConnectionOptions = pg.PoolConfig & {
  /** A pooler before it, which gives a connection for each transaction. */
  poolerUrl?: string
}
/** The connections of `pool` are sessions: what is locked, listened for or set in one stays. `pools` are all that there are. */
export type Connection = { db: Database; pool: pg.Pool; pools: readonly pg.Pool[]; close: () => Promise<void> }
