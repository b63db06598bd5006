/** Uploads: plans, parts, completion, and reading what was stored. */
import { adoptUploads } from './adopt-uploads.ts'
import { arrivalOf } from './arrival.ts'
import { deleteBlobsJob } from './change-upload.ts'
import { claimUpload, mayClaim, unclaimUpload } from './claim-upload.ts'
import { checkGrown, filesToAdd } from './for-transfer.ts'
import { forgetAddresses } from './forget-addresses.ts'
import { claimForward } from './forward-files.ts'
import { uploadJobs } from './jobs.ts'
import { openArrived } from './open-arrived.ts'
import { filesOfUpload } from './queries-arrival.ts'
import { forwardOfRequest } from './queries-forward.ts'
import { readBlob } from './read-blob.ts'
import { releaseOwned } from './release-owned.ts'
import { uploadRoutes } from './routes.ts'
import { scanKey, scanQueue, scanUploadJob } from './scan-later.ts'
import { doubtUpload, noticePowerLoss } from './suspect-uploads.ts'
import { checkStore, claimStore, tieStore } from './tie-store.ts'
import { doubtBlob, doubtedBlobs, isLost } from './verify-blob.ts'

/**
 * `noticePowerLoss` comes before a process listens, `tieStore` before any process serves.
 */
export const uploadFeature = {
  routes: uploadRoutes,
  jobs: uploadJobs,
  scan: { job: scanUploadJob, key: scanKey, queue: scanQueue },
  deleteBlobsJob,
  noticePowerLoss,
  doubtUpload,
  tieStore,
  checkStore,
  claimStore,
  releaseOwned,
  forgetAddresses,
}
/** How uploads come to another owner: with sending, and with signing up. */
export const uploadClaims = {
  mayClaim,
  claimUpload,
  unclaimUpload,
  adoptUploads,
  claimForward,
  forwardOfRequest,
  filesToAdd,
  checkGrown,
}
/** What was stored: of complete uploads, and of those that are published before they are (D8). */
export const uploadReads = { readBlob, arrivalOf, filesOfUpload, openArrived, doubtBlob, doubtedBlobs, isLost }
export { releaseUpload } from './change-upload.ts'
export type { ClaimedUpload } from './claim-upload.ts'
export { completeUpload } from './complete-upload.ts'
export { finishUpload, sendPurpose } from './finish-upload.ts'
export { onUploadCompleted, type UploadHooks, uploadPurpose } from './on-upload-completed.ts'
