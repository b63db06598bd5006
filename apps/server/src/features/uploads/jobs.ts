/** Timed work on uploads: abandoned ones release their quota, and their bytes go. */
import { inTransaction } from '../../db/connect.ts'
import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import { untilBack } from '../../jobs/until-back.ts'
import type { Services } from '../../services.ts'
import { releaseUpload } from './change-upload.ts'
import { finishUpload } from './finish-upload.ts'
import type { UploadPurposes } from './purpose.ts'
import * as queries from './queries.ts'
import { finishUploadJob } from './queue-finish.ts'
import { requireForgotten, requireVerification, verifyUpload, verifyUploadJob } from './suspect-uploads.ts'

const perRun = 500

async function collect(deps: Pick<Services, 'db' | 'clock'>): Promise<void> {
  for (const { id } of await queries.expiredUploads(deps.db, deps.clock(), perRun)) {
    await inTransaction(deps.db, async (tx) => {
      const upload = await queries.lockUpload(tx, { id })
      // Looked at again under the lock: a part may have come in meanwhile. A published one belongs to its transfer.
      if (upload?.state === 'open' && !upload.publishedAt && upload.expiresAt <= deps.clock()) await releaseUpload(tx, id)
    })
  }
  await requireForgotten(deps)
}

export function uploadJobs(services: Services & UploadPurposes): { jobs: JobHandler[]; timed: TimedJob[] } {
  const finish = handleJob(finishUploadJob, ({ uploadId }) => finishUpload(services, uploadId))
  const collectUploads = { ...handleJob(jobName('uploads:collect'), () => collect(services)), everyMinutes: 5 }
  const verify = handleJob(verifyUploadJob, ({ uploadId }, tried) =>
    untilBack(verifyUpload(services, uploadId, tried), tried, (afterSeconds) =>
      requireVerification(services.db, uploadId, afterSeconds),
    ),
  )
  return { jobs: [finish, verify], timed: [collectUploads] }
}
