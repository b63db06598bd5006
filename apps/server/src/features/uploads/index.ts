/** Uploads: plans, parts, completion, and reading what was stored. */
import { adoptUploads } from './adopt-uploads.ts'
import { claimUpload, mayClaim } from './claim-upload.ts'
import { uploadJobs } from './jobs.ts'
import { finishUploadJob } from './record-parts.ts'
import { uploadRoutes } from './routes.ts'

/** `finishJob` is queued when the last part of a published upload came; who published it handles it. */
export const uploadFeature = { routes: uploadRoutes, jobs: uploadJobs, finishJob: finishUploadJob }
/** How uploads come to another owner: with sending, and with signing up. */
export const uploadClaims = { mayClaim, claimUpload, adoptUploads }
export { releaseUpload } from './change-upload.ts'
export type { ClaimedUpload } from './claim-upload.ts'
export { completeUpload } from './complete-upload.ts'
export { readBlob } from './read-blob.ts'
