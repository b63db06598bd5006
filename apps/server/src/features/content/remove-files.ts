/** Files that are wanted no more. Their rows go at once, in the caller's transaction, the bytes by a job: a blob's with the last of its files. */
import type { Transaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import { deleteBlobsJob } from './delete-bytes.ts'
import { blobsWithLiveFiles, deleteBlobRows, deleteRowsOf, type FileRow, markFilesRemoved } from './queries.ts'

const blobsPerJob = 1000

/** Answers with the blobs of which no file is left, which `deleteBlobs` is for. */
export async function removeFiles(tx: Transaction, removed: readonly Pick<FileRow, 'id' | 'blobId'>[]): Promise<string[]> {
  await markFilesRemoved(
    tx,
    removed.map(({ id }) => id),
  )
  const blobIds = [...new Set(removed.map(({ blobId }) => blobId))].filter((id) => id !== null)
  const living = new Set(await blobsWithLiveFiles(tx, blobIds))
  return blobIds.filter((id) => !living.has(id))
}

export async function deleteBlobs(tx: Transaction, blobIds: string[]): Promise<void> {
  if (blobIds.length === 0) return
  await deleteBlobRows(tx, blobIds)
  await queueDeletion(tx, blobIds)
}

/** All that uploads have brought, whatever of it was removed before. */
export async function deleteFilesOf(tx: Transaction, uploadIds: readonly string[]): Promise<void> {
  await queueDeletion(tx, await deleteRowsOf(tx, uploadIds))
}

async function queueDeletion(tx: Transaction, blobIds: string[]): Promise<void> {
  for (let from = 0; from < blobIds.length; from += blobsPerJob)
    await addJob(tx, deleteBlobsJob, { blobIds: blobIds.slice(from, from + blobsPerJob) })
}
