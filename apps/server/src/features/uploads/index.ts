/** Uploads: plans, parts, completion, and reading what was stored. */
export { arrivalOf } from './arrival.ts'
export { deleteBlobsJob, releaseUpload } from './change-upload.ts'
export { claimForRequest, requestPurpose } from './claim-for-request.ts'
export { claimSentUploads } from './claim-sent-uploads.ts'
export type { ClaimedUpload } from './claim-upload.ts'
export { claimUpload, mayClaim, unclaimUpload } from './claim-upload.ts'
export { completeUpload } from './complete-upload.ts'
export { newSlug } from './create-upload.ts'
export { finishUpload, sendPurpose } from './finish-upload.ts'
export type { RequestRules } from './for-request.ts'
export { checkGrown, filesToAdd } from './for-transfer.ts'
export { forgetAddresses } from './forget-addresses.ts'
export { claimForward } from './forward-files.ts'
export { uploadJobs } from './jobs.ts'
export { markRecorded } from './mark-recorded.ts'
export { onUploadCompleted, type UploadHooks, uploadPurpose } from './on-upload-completed.ts'
export { openArrived } from './open-arrived.ts'
export { filesOfUpload } from './queries-arrival.ts'
export { forwardOfRequest } from './queries-forward.ts'
export {
  endRendering,
  type FileToRender,
  filesToRender,
  insertRendition,
  type MadeForm,
  ownerOfUpload,
} from './queries-renditions.ts'
export { beginTry, setDigest, setScan, takeBackTry } from './queries-scan.ts'
export { type RequestSender, reservedBySender } from './queries-strangers.ts'
export { readBlob, readBytes } from './read-blob.ts'
export { releaseBegun } from './release-begun.ts'
export { releaseOwned } from './release-owned.ts'
export { noteRendering, queueTurn, renderTurnJob } from './render-later.ts'
export { uploadRoutes } from './routes.ts'
export { scanKey, scanQueue, scanUploadJob } from './scan-later.ts'
export { openRendition, sealRendition } from './sealed-rendition.ts'
export { readRendition, readThumbnail, shownOf } from './shown-file.ts'
export { strangersShareOf } from './strangers-share.ts'
// `noticePowerLoss` comes before a process listens, `tieStore` before any process serves.
export { doubtUpload, noticePowerLoss } from './suspect-uploads.ts'
export { checkStore, claimStore, tieStore } from './tie-store.ts'
export { doubtBlob, doubtedBlobs, isLost } from './verify-blob.ts'
