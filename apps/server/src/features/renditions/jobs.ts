import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { ownerOfUpload, queueTurn, renderTurnJob } from '../uploads/index.ts'
import { renderTurn } from './render-turn.ts'

/** Of earlier versions, one for each upload: those that still wait become a turn of their owner. */
const renderUploadJob = jobName<{ uploadId: string }>('renditions:upload')

async function queueOwner(services: Services, uploadId: string): Promise<void> {
  const ownerId = await ownerOfUpload(services.db, uploadId)
  if (ownerId) await queueTurn(services.db, services, ownerId)
}

export const renditionJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [
    handleJob(renderTurnJob, ({ ownerId }, tried) => renderTurn(services, ownerId, tried)),
    handleJob(renderUploadJob, ({ uploadId }) => queueOwner(services, uploadId)),
  ],
  timed: [],
})
