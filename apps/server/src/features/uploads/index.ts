/** Uploads: plans, parts, completion, and reading what was stored. */
import { uploadJobs } from './jobs.ts'
import { uploadRoutes } from './routes.ts'

export const uploadFeature = { routes: uploadRoutes, jobs: uploadJobs }
export { type ClaimedUpload, claimUpload } from './claim-upload.ts'
export { completeUpload } from './complete-upload.ts'
export { readBlob } from './read-blob.ts'
export { finishUploadJob } from './record-parts.ts'
