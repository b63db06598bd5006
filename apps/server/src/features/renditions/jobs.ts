import { handleJob, type JobHandler, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { renderUploadJob } from '../uploads/index.ts'
import { renderUpload } from './render-upload.ts'

export const renditionJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [handleJob(renderUploadJob, ({ uploadId }, tried) => renderUpload(services, uploadId, tried))],
  timed: [],
})
