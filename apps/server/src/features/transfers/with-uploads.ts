import { type Database, inTransaction, type Transaction } from '../../db/connect.ts'
import { lockRow } from './queries-change.ts'
import { lockUploadsOf, uploadsOf } from './queries-forward.ts'

type Letting = {
  id: string
  uploadId: string
  isDeleted?: boolean
  /** What is to be locked before any of it. */
  lockFirst?: (tx: Transaction) => Promise<unknown>
}

const maxTries = 5
const grown = new Error('the transfer was given another upload while its own were being locked')

/**
 * For whatever lets files of a transfer go: its uploads are locked, then itself. An upload that was taken in between the two is none of
 * the locked ones, and locking it now could wait in a circle, so all of it begins anew.
 */
export async function withUploads<T>(
  db: Database,
  { id, uploadId, isDeleted = false, lockFirst = async () => {} }: Letting,
  act: (tx: Transaction, uploadIds: string[]) => Promise<T>,
): Promise<T> {
  const once = (tx: Transaction) => lockAll(tx, { id, uploadId, isDeleted, lockFirst }).then((uploadIds) => act(tx, uploadIds))
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(db, once)
    } catch (error) {
      if (error !== grown || tries === maxTries) throw error
    }
  }
}

async function lockAll(tx: Transaction, { id, uploadId, isDeleted, lockFirst }: Required<Letting>): Promise<string[]> {
  await lockFirst(tx)
  const locked = await lockUploadsOf(tx, id, uploadId)
  await lockRow(tx, id, isDeleted ? 'update' : 'no key update')
  const known = new Set(locked)
  if ((await uploadsOf(tx, id, uploadId)).some((each) => !known.has(each))) throw grown
  return locked
}
