import type { Transaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import { release } from '../owners/index.ts'
import { deleteBlobsJob } from './change-upload.ts'
import { discardLocked, lockBegun, type OfRequest } from './queries-strangers.ts'

const blobsPerJob = 1000

/**
 * What was begun for a file request and not submitted ends at once, with its quota, in the caller's transaction; its bytes go by jobs. The
 * request is locked before, so nothing is begun meanwhile. Answers how many ended.
 */
export async function releaseBegun(tx: Transaction, of: OfRequest): Promise<number> {
  const begun = await lockBegun(tx, of)
  const [first] = begun
  if (!first) return 0
  const blobIds = await discardLocked(
    tx,
    begun.map(({ id }) => id),
  )
  // All of a request's are its requester's.
  await release(tx, first.ownerId, { reservedBytes: begun.reduce((sum, { declaredBytes }) => sum + declaredBytes, 0) })
  for (let from = 0; from < blobIds.length; from += blobsPerJob)
    await addJob(tx, deleteBlobsJob, { blobIds: blobIds.slice(from, from + blobsPerJob) })
  return begun.length
}
