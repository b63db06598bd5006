/** Timed work on uploads: abandoned ones release their quota, and their bytes go. */
import { inTransaction } from '../../db/connect.ts'
import { addJob, handleJob, type JobHandler, type JobTry, jobName, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { deleteBlobsJob, releaseUpload } from './change-upload.ts'
import { deleteBytes } from './delete-bytes.ts'
import { finishUpload } from './finish-upload.ts'
import type { UploadHooks } from './on-upload-completed.ts'
import * as queries from './queries.ts'
import { finishUploadJob } from './queue-finish.ts'
import { doubtForgotten, doubtUpload, verifyUpload, verifyUploadJob } from './suspect-uploads.ts'
import { doubtBlob, verifyBlob, verifyBlobJob } from './verify-blob.ts'

const perRun = 500
const awaySeconds = 3_600

async function collect(deps: Pick<Services, 'db' | 'clock'>): Promise<void> {
  for (const { id } of await queries.expiredUploads(deps.db, deps.clock(), perRun)) {
    await inTransaction(deps.db, async (tx) => {
      const upload = await queries.lockUpload(tx, { id })
      // Looked at again under the lock: a part may have come in meanwhile. A published one belongs to its transfer.
      if (upload?.state === 'open' && !upload.publishedAt && upload.expiresAt <= deps.clock()) await releaseUpload(tx, id)
    })
  }
  await doubtForgotten(deps)
}

/** A disk may be away longer than all tries last, whatever it answers: until it is back, what has to be done is tried again. */
const untilBack = (doing: Promise<void>, { attempt, maxAttempts }: JobTry, again: (afterSeconds: number) => Promise<void>) =>
  doing.catch((error) => {
    if (attempt < maxAttempts) throw error
    return again(awaySeconds)
  })

export function uploadJobs(services: Services & UploadHooks): { jobs: JobHandler[]; timed: TimedJob[] } {
  const deleteBlobs = handleJob(deleteBlobsJob, ({ blobIds }, tried) =>
    untilBack(deleteBytes(services, blobIds), tried, (afterSeconds) =>
      addJob(services.db, deleteBlobsJob, { blobIds }, { afterSeconds }),
    ),
  )
  const finish = handleJob(finishUploadJob, ({ uploadId }) => finishUpload(services, uploadId))
  const collectUploads = { ...handleJob(jobName('uploads:collect'), () => collect(services)), everyMinutes: 5 }
  const verify = handleJob(verifyUploadJob, ({ uploadId }, tried) =>
    untilBack(verifyUpload(services, uploadId, tried), tried, (afterSeconds) => doubtUpload(services.db, uploadId, afterSeconds)),
  )
  const verifyOne = handleJob(verifyBlobJob, ({ blobId }, tried) =>
    untilBack(verifyBlob(services, blobId, tried), tried, (afterSeconds) => doubtBlob(services.db, blobId, afterSeconds)),
  )
  return { jobs: [finish, deleteBlobs, verify, verifyOne], timed: [collectUploads] }
}
