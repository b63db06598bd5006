/** The pool and the query layer over it; `inTransaction` is the only way to write more than one row. */
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { withActs } from './after-commit.ts'
import type { Connection, ConnectionOptions, Database, Transaction } from './database.ts'
import { notifyLast } from './live.ts'
import * as tables from './tables.ts'
import { watchSilence } from './watch.ts'

export type { Connection, ConnectionOptions, Database, Db, Transaction } from './database.ts'

/** A question that waits for somebody else's lock, and a transaction that nobody goes on with, end for all who wait behind them. */
const sessionSettings = "set lock_timeout = '10s'; set idle_in_transaction_session_timeout = '60s'"

export function connect(options: ConnectionOptions, onError: (error: Error) => void, onSilence = (_: boolean) => {}): Connection {
  const onConnect = async (client: pg.ClientBase) => {
    watch.add(client)
    await client.query(sessionSettings)
  }
  const pool = new pg.Pool({ ...options, allowExitOnIdle: false, onConnect })
  // A broken idle connection is replaced at its next use; without a listener it would end the process.
  pool.on('error', onError)
  // Said by the event, where the job queue looks for it.
  pool.on('connect', (client) => client.on('error', () => {}))
  const watch = watchSilence(pool, options, onSilence)
  const db = drizzle(pool, { schema: tables })
  const close = async () => {
    watch.stop()
    await notifyLast(db)
    await pool.end()
  }
  return { db, pool, close }
}

export const inTransaction = <T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> => withActs(db, work)

/** What is read belongs together, whatever is written meanwhile. */
export const atOneMoment = <T>(db: Database, read: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })

/** For what holds one connection of its own, such as whoever listens. */
export const poolOf = (db: Database): pg.Pool => (db as unknown as { $client: pg.Pool }).$client
