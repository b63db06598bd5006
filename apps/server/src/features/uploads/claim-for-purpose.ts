/** An upload is handed to what it was begun for: from now on it completes without anybody's asking. */
import { Problem } from '@sampan/contract/errors'
import { keptSeconds } from '@sampan/contract/rules/kept-upload'
import { addSeconds } from '../../add-seconds.ts'
import type { Transaction } from '../../db/connect.ts'
import { canAccessUpload, type Requester } from './can-access-upload.ts'
import { finishAloneSeconds } from './claim-upload.ts'
import * as queries from './queries.ts'
import { queueFinish } from './queue-finish.ts'

type Handed = { upload: queries.UploadRow; files: queries.FileRow[] }

/** Null where that was done before. What it is for is locked before. */
export async function claimForPurpose(
  tx: Transaction,
  { uploadId, requester, now }: { uploadId: string; requester: Requester; now: Date },
): Promise<Handed | null> {
  const upload = await queries.lockUpload(tx, { id: uploadId })
  if (!upload || !canAccessUpload(requester, upload) || upload.state === 'discarded') throw new Problem('uploadNotFound')
  if (upload.publishedAt) return null
  if (upload.state !== 'open') throw new Problem('uploadClosed')
  await queries.updateUpload(tx, upload.id, { publishedAt: now, expiresAt: addSeconds(now, keptSeconds(upload)) })
  const files = await queries.liveFilesOf(tx, upload.id)
  if (files.length === 0) throw new Problem('noFiles')
  await queueFinish(tx, upload.id, finishAloneSeconds)
  return { upload, files }
}
