/** What can be looked at small, or heard on every phone, is made after an upload was completed (K5, Q9). */
import { thumbnails } from '@sampan/contract/limits'
import { endingsOf } from '@sampan/contract/rules/preview-kind'
import type { Transaction } from '../../db/connect.ts'
import { addJob, jobName } from '../../jobs/queue.ts'
import { markToRender } from './queries-renditions.ts'

/** Who renders handles it. */
export const renderUploadJob = jobName<{ uploadId: string }>('renditions:upload')
/** One at a time over all processes: it may take long, and nobody's bytes wait for it. */
export const renderQueue = 'render'
export const renderKey = (uploadId: string): string => `render:${uploadId}`

/** As the programs that render them can read them. */
const endings = endingsOf('image', 'picture', 'pdf')
  .filter((ending) => ending !== 'bmp')
  .join('|')

export async function renderLater(tx: Transaction, uploadId: string): Promise<void> {
  if (await markToRender(tx, uploadId, endings, thumbnails.sourceBytes))
    await addJob(tx, renderUploadJob, { uploadId }, { key: renderKey(uploadId), queue: renderQueue })
}
