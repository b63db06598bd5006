/** The end of an upload that was claimed to be sent: at once by whoever sends it, or by a job when its last part has come. */
import { isSuspended, whileSuspendedSeconds } from '../owners/index.ts'
import { requestPurpose } from './claim-for-request.ts'
import { type Completing, completeUpload } from './complete-upload.ts'
import { uploadPurpose } from './on-upload-completed.ts'
import { standingOfOpen } from './queries-complete.ts'
import { queueFinish } from './queue-finish.ts'

/** Claimed by its slug; completes without anybody's asking. */
export const sendPurpose = uploadPurpose<null>('send')

/** Completes it if it is whole. While its owner is suspended it waits, until it is given up (R27). */
export async function finishUpload(deps: Completing, uploadId: string): Promise<void> {
  const open = await standingOfOpen(deps.db, uploadId)
  if (open && isSuspended(open.status)) return queueFinish(deps.db, uploadId, whileSuspendedSeconds)
  await completeUpload(deps, uploadId, open?.forRequestId ? requestPurpose : sendPurpose, null)
}
