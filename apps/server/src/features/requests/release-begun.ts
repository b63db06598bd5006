import type { Transaction } from '../../db/connect.ts'
import { endBegun } from '../uploads/index.ts'
import { lockBegun, type OfRequest } from './queries-strangers.ts'

/**
 * What was begun for a file request and not submitted ends at once, with its quota, in the caller's transaction; its bytes go by jobs. The
 * request is locked before, so nothing is begun meanwhile. Answers how many ended.
 */
export async function releaseBegun(tx: Transaction, of: OfRequest): Promise<number> {
  const begun = await lockBegun(tx, of)
  // All of a request's are its requester's.
  if (begun[0]) await endBegun(tx, begun[0].ownerId, begun)
  return begun.length
}
