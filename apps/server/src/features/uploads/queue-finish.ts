import type { Db } from '../../db/connect.ts'
import { addJob, jobName } from '../../jobs/queue.ts'

/** Completes an upload that was claimed. */
export const finishUploadJob = jobName<{ uploadId: string }>('uploads:finish')

/** One job for an upload at a time: at once, whatever waits already, or at its time. */
export const queueFinish = (tx: Db, uploadId: string, afterSeconds?: number): Promise<void> =>
  addJob(
    tx,
    finishUploadJob,
    { uploadId },
    { key: `finish:${uploadId}`, ...(afterSeconds ? { afterSeconds } : { isMoved: true }) },
  )
