import type { Transaction } from '../../db/connect.ts'
import { deleteFilesOf } from '../content/index.ts'
import { release } from '../owners/index.ts'
import { discardLocked } from './queries-owners.ts'

/** Uploads of one owner that are locked and open end at once, with their quota, in the caller's transaction; their bytes go by jobs. */
export async function endBegun(
  tx: Transaction,
  ownerId: string,
  begun: readonly { id: string; declaredBytes: number }[],
): Promise<void> {
  const ids = begun.map(({ id }) => id)
  await discardLocked(tx, ids)
  await release(tx, ownerId, { reservedBytes: begun.reduce((sum, { declaredBytes }) => sum + declaredBytes, 0) })
  await deleteFilesOf(tx, ids)
}
