/** The end of an upload that was claimed: at once by whoever claims it, or by a job when its last part has come. */
import { isSuspended, whileSuspendedSeconds } from '../owners/index.ts'
import { type Completing, completeUpload } from './complete-upload.ts'
import { standingOfOpen } from './queries-complete.ts'
import { queueFinish } from './queue-finish.ts'

/** Completes it if it is whole. While its owner is suspended it waits, until it is given up (R27). */
export async function finishUpload(deps: Completing, uploadId: string): Promise<void> {
  const status = await standingOfOpen(deps.db, uploadId)
  if (status && isSuspended(status)) return queueFinish(deps.db, uploadId, whileSuspendedSeconds)
  await completeUpload(deps, uploadId)
}
