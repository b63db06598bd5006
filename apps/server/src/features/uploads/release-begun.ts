import type { Transaction } from '../../db/connect.ts'
import { deleteFilesOf } from '../content/index.ts'
import { release } from '../owners/index.ts'
import { discardLocked, lockBegun, type OfRequest } from './queries-strangers.ts'

/**
 * What was begun for a file request and not submitted ends at once, with its quota, in the caller's transaction; its bytes go by jobs. The
 * request is locked before, so nothing is begun meanwhile. Answers how many ended.
 */
export async function releaseBegun(tx: Transaction, of: OfRequest): Promise<number> {
  const begun = await lockBegun(tx, of)
  // All of a request's are its requester's.
  if (begun[0]) await endLocked(tx, begun[0].ownerId, begun)
  return begun.length
}

/** Uploads of one owner that are locked and open end, with their quota. */
export async function endLocked(
  tx: Transaction,
  ownerId: string,
  begun: readonly { id: string; declaredBytes: number }[],
): Promise<void> {
  const ids = begun.map(({ id }) => id)
  await discardLocked(tx, ids)
  await release(tx, ownerId, { reservedBytes: begun.reduce((sum, { declaredBytes }) => sum + declaredBytes, 0) })
  await deleteFilesOf(tx, ids)
}
