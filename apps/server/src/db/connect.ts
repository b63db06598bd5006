/** The pool and the query layer over it; `inTransaction` is the only way to write more than one row. */
import { drizzle, type NodePgDatabase, type NodePgTransaction } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as tables from './tables.ts'

type Schema = typeof tables
export type Database = NodePgDatabase<Schema>
// biome-ignore lint/suspicious/noExplicitAny: drizzle's relation parameter, unused here
export type Transaction = NodePgTransaction<Schema, any>
/** What a query needs: the pool or a transaction. */
export type Db = Database | Transaction

export type Connection = { db: Database; pool: pg.Pool; close: () => Promise<void> }

export function connect(options: pg.PoolConfig, onError: (error: Error) => void): Connection {
  const pool = new pg.Pool({ ...options, allowExitOnIdle: false })
  // A broken idle connection is replaced at its next use; without a listener it would end the process.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', () => {}))
  return { db: drizzle(pool, { schema: tables }), pool, close: () => pool.end() }
}

export const inTransaction = <T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> => db.transaction(work)
