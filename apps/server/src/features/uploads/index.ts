/** Uploads: plans, parts, completion, and reading what was stored. */
import { uploadJobs } from './jobs.ts'
import { finishUploadJob } from './record-parts.ts'
import { uploadRoutes } from './routes.ts'

/** `finishJob` is queued when the last part of a published upload came; who published it handles it. */
export const uploadFeature = { routes: uploadRoutes, jobs: uploadJobs, finishJob: finishUploadJob }
export { releaseUpload } from './change-upload.ts'
export { type ClaimedUpload, claimUpload } from './claim-upload.ts'
export { completeUpload } from './complete-upload.ts'
export { readBlob } from './read-blob.ts'
