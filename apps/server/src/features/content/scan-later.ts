/** What was uploaded is looked at by the operator's scanner, if there is one, after it was completed (D9). */
import type { Transaction } from '../../db/connect.ts'
import { addJob, jobName } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { markToScan } from './queries-scan.ts'

/** Who scans handles it. */
export const scanUploadJob = jobName<{ uploadId: string }>('scanning:upload')
/** One at a time over all processes: downloads and parts come first. */
export const scanQueue = 'scan'
export const scanKey = (uploadId: string): string => `scan:${uploadId}`

export async function scanLater(tx: Transaction, { config }: Pick<Services, 'config'>, uploadId: string): Promise<void> {
  if (!config.clamd) return
  await markToScan(tx, uploadId)
  await addJob(tx, scanUploadJob, { uploadId }, { key: scanKey(uploadId), queue: scanQueue })
}
