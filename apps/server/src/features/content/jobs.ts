/** What is done with stored files by and by: bytes go, doubtful ones are read, and what has come is scanned and drawn. */
import { addJob, handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import { untilBack } from '../../jobs/until-back.ts'
import type { Services } from '../../services.ts'
import type { ContentHooks } from './content-hooks.ts'
import { deleteBlobsJob, deleteBytes, deleteBytesForGood, deleteLateJob } from './delete-bytes.ts'
import { ownerOfUpload } from './queries-renditions.ts'
import { queueTurn, renderTurnJob } from './render-later.ts'
import { renderTurn } from './render-turn.ts'
import { scanUploadJob } from './scan-later.ts'
import { scanLeftOvers, scanUpload } from './scan-upload.ts'
import { requireBlobVerification, verifyBlob, verifyBlobJob } from './verify-blob.ts'

/** Of earlier versions, one for each upload: those that still wait become a turn of their owner. */
const renderUploadJob = jobName<{ uploadId: string }>('renditions:upload')

async function queueOwner(services: Services, uploadId: string): Promise<void> {
  const ownerId = await ownerOfUpload(services.db, uploadId)
  if (ownerId) await queueTurn(services.db, services, ownerId)
}

/** The scanner's handlers are there without one too: jobs may be left of the time when there was one. */
export function contentJobs(services: Services, hooks: ContentHooks): { jobs: JobHandler[]; timed: TimedJob[] } {
  const deleteBlobs = handleJob(deleteBlobsJob, ({ blobIds }, tried) =>
    untilBack(deleteBytesForGood(services, blobIds), tried, (afterSeconds) =>
      addJob(services.db, deleteBlobsJob, { blobIds }, { afterSeconds }),
    ),
  )
  const deleteLate = handleJob(deleteLateJob, ({ blobIds }, tried) =>
    untilBack(deleteBytes(services, blobIds), tried, (afterSeconds) =>
      addJob(services.db, deleteLateJob, { blobIds }, { afterSeconds }),
    ),
  )
  const verify = handleJob(verifyBlobJob, ({ blobId }, tried) =>
    untilBack(verifyBlob(services, blobId, tried), tried, (afterSeconds) =>
      requireBlobVerification(services.db, blobId, afterSeconds),
    ),
  )
  const scan = handleJob(scanUploadJob, ({ uploadId }, tried) => scanUpload(services, hooks, uploadId, tried))
  const render = handleJob(renderTurnJob, ({ ownerId }, tried) => renderTurn(services, hooks, ownerId, tried))
  const renderOfBefore = handleJob(renderUploadJob, ({ uploadId }) => queueOwner(services, uploadId))
  const leftOvers = { ...handleJob(jobName('scanning:leftOvers'), () => scanLeftOvers(services)), everyMinutes: 1 }
  return { jobs: [deleteBlobs, deleteLate, verify, scan, render, renderOfBefore], timed: [leftOvers] }
}
