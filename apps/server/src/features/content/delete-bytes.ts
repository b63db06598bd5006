import { inTransaction } from '../../db/connect.ts'
import { mayDeleteBytes } from '../../db/deletion-lock.ts'
import { addJob, jobName } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'

export const deleteBlobsJob = jobName<{ blobIds: string[] }>('uploads:deleteBlobs')

/** Again: what goes straight to the store may have been on its way there. */
export const deleteLateJob = jobName<{ blobIds: string[] }>('uploads:deleteLate')
/** Longer than an address in the store is valid, and than bytes take that were begun in time. */
const lateSeconds = 3600

const whileBackedUpSeconds = 60
/** So that no transaction stays open for long. */
const perTransaction = 100

/** Of blobs whose rows are gone. What a backup is just copying goes after it; may run twice. */
export async function deleteBytes({ db, storage }: Pick<Services, 'db' | 'storage'>, blobIds: string[]): Promise<void> {
  for (let at = 0; at < blobIds.length; at += perTransaction) {
    const isHeld = await inTransaction(db, async (tx) => {
      if (!(await mayDeleteBytes(tx))) return true
      for (const blobId of blobIds.slice(at, at + perTransaction)) await storage.deleteBlob(blobId)
      return false
    })
    if (isHeld) return addJob(db, deleteBlobsJob, { blobIds: blobIds.slice(at) }, { afterSeconds: whileBackedUpSeconds })
  }
}

/** The bytes of blobs whose rows have just gone. */
export async function deleteBytesForGood(
  services: Pick<Services, 'db' | 'storage' | 'direct'>,
  blobIds: string[],
): Promise<void> {
  await deleteBytes(services, blobIds)
  if (services.direct) await addJob(services.db, deleteLateJob, { blobIds }, { afterSeconds: lateSeconds })
}
