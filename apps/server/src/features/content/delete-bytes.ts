import { inTransaction } from '../../db/connect.ts'
import { mayDeleteBytes } from '../../db/deletion-lock.ts'
import { addJob, jobName } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'

export const deleteBlobsJob = jobName<{ blobIds: string[] }>('uploads:deleteBlobs')

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
