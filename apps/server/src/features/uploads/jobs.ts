/** Timed work on uploads: abandoned ones give their room back, and their bytes go. */
import { inTransaction } from '../../db/connect.ts'
import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { deleteBlobsJob, releaseUpload } from './change-upload.ts'
import * as queries from './queries.ts'

const perRun = 500

async function collect(deps: Pick<Services, 'db' | 'clock'>): Promise<void> {
  for (const { id } of await queries.expiredUploads(deps.db, deps.clock(), perRun)) {
    await inTransaction(deps.db, async (tx) => {
      const upload = await queries.lockUpload(tx, { id })
      // Looked at again under the lock: a part may have come in meanwhile. A published one belongs to its transfer.
      if (upload?.state === 'open' && !upload.publishedAt && upload.expiresAt <= deps.clock()) await releaseUpload(tx, id)
    })
  }
}

export function uploadJobs(services: Services): { jobs: JobHandler[]; timed: TimedJob[] } {
  const deleteBlobs = handleJob(deleteBlobsJob, async ({ blobIds }) => {
    for (const blobId of blobIds) await services.storage.deleteBlob(blobId)
  })
  const collectUploads = { ...handleJob(jobName('uploads:collect'), () => collect(services)), cron: '*/5 * * * *' }
  return { jobs: [deleteBlobs], timed: [collectUploads] }
}
