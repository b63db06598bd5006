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

type Report = { onError: (error: Error) => void; onSilence: (isSilent: boolean) => void }
type Pool = { pool: pg.Pool; close: () => Promise<void> }

function openPool(
  options: pg.PoolConfig,
  { onError, onSilence }: Report,
  prepare: (client: pg.ClientBase) => Promise<unknown>,
): Pool {
  const onConnect = async (client: pg.ClientBase) => {
    watch.add(client)
    await prepare(client)
  }
  const pool = new pg.Pool({ ...options, allowExitOnIdle: false, onConnect })
  // A broken idle connection is replaced at its next use; without a listener it would end the process.
  pool.on('error', onError)
  // Said by the event, where the job queue looks for it.
  pool.on('connect', (client) => client.on('error', () => {}))
  const watch = watchSilence(pool, options, onSilence)
  const close = () => {
    watch.stop()
    return pool.end()
  }
  return { pool, close }
}

/** Of what holds sessions beside a pooler: the queue with four jobs at once, whoever listens, and the locks of a process that lives. */
const sessionsMax = 8

/**
 * Behind a pooler a connection is another one with each transaction: what was prepared or set in the one before is not there. Questions
 * go without their names, and the settings of a session are the role's.
 */
async function forgetNames(client: pg.ClientBase): Promise<void> {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const unnamed = (asked: unknown): unknown =>
    typeof asked === 'object' && asked !== null && 'name' in asked && !('submit' in asked) ? { ...asked, name: undefined } : asked
  client.query = ((asked: unknown, ...rest: unknown[]) => query(unnamed(asked), ...rest)) as typeof client.query
}

const sessionPools = new WeakMap<Database, pg.Pool>()

/** `poolerUrl`: by which all is asked that needs no session of its own. */
export function connect(
  { poolerUrl, ...options }: ConnectionOptions,
  onError: (error: Error) => void,
  onSilence = (_: boolean) => {},
): Connection {
  const report = { onError, onSilence }
  const few = poolerUrl && { max: Math.min(options.max ?? sessionsMax, sessionsMax) }
  const sessions = openPool({ ...options, ...few }, report, (client) => client.query(sessionSettings))
  const asked = poolerUrl ? openPool({ ...options, connectionString: poolerUrl }, report, forgetNames) : sessions
  const db = drizzle(asked.pool, { schema: tables })
  sessionPools.set(db, sessions.pool)
  const all = [...new Set([asked, sessions])]
  const close = async () => {
    await notifyLast(db)
    for (const each of all) await each.close()
  }
  return { db, pool: sessions.pool, pools: all.map(({ pool }) => pool), close }
}

export const inTransaction = <T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> => withActs(db, work)

/** What is read belongs together, whatever is written meanwhile. */
export const atOneMoment = <T>(db: Database, read: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })

/** For what holds one connection of its own, such as whoever listens. */
export const sessionPoolOf = (db: Database): pg.Pool => sessionPools.get(db)!
