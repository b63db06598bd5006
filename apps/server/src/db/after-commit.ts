/** What is done once a transaction is committed, outside of it; of one that was rolled back nothing is. */
import type { Database, Db, Transaction } from './database.ts'

type Act = (db: Database) => void

const actsOf = new WeakMap<Db, Act[]>()

/** Runs `work` in a transaction, and then what `afterCommit` was given in it. */
export async function withActs<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const acts: Act[] = []
  const result = await db.transaction((tx) => {
    actsOf.set(tx, acts)
    return work(tx)
  })
  for (const act of acts) act(db)
  return result
}

/** At once where there is no transaction. */
export function afterCommit(db: Db, act: Act): void {
  const acts = actsOf.get(db)
  if (acts) acts.push(act)
  else act(db as Database)
}
