/** Stored files, whatever they hang on: where their bytes lie, reading and verifying them, what is found in them and made of them. */
// `bindStore` comes before any process serves.
export { bindStore, checkStore, claimStore } from './bind-store.ts'
export { completeFiles } from './complete-files.ts'
export type { ContentHooks } from './content-hooks.ts'
export { deleteBlobsJob, deleteBytes } from './delete-bytes.ts'
export { contentJobs } from './jobs.ts'
export { markRecorded } from './mark-recorded.ts'
export { type BlobRow, type FileRow, insertFiles, type NewFiles, setDigest } from './queries.ts'
export {
  type AttemptRow,
  attemptsOfBlobs,
  type ContainerOfBlob,
  deleteAttempt,
  keptAttempts,
  loseContainer,
  type OverlappingParts,
  overlappingParts,
} from './queries-attempts.ts'
export {
  filesOfUpload,
  type HeldFile,
  heldFileColumns,
  heldFiles,
  inTheirPlaces,
  isNewest,
  isOfUpload,
  isOfVersion,
} from './queries-held.ts'
export { readBlob, readBytes } from './read-blob.ts'
export { deleteBlobs, deleteFilesOf, removeFiles } from './remove-files.ts'
export { contentRoutes } from './routes.ts'
export { readRendition, shownOf } from './shown-file.ts'
export { isLost, requireBlobVerification, unverifiedBlobs } from './verify-blob.ts'
