/** The plan with what has been received: the truth on resume (U5). */
import { Problem } from '@sampan/contract/errors'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import type { Ticket } from '../../http/ticket.ts'
import type { Services } from '../../services.ts'
import { attemptsOfBlobs } from '../content/index.ts'
import { canAccessUpload } from './can-access-upload.ts'
import { joinRanges } from './join-ranges.ts'
import { planReply } from './plan-upload.ts'
import * as queries from './queries.ts'
import type { AttemptRow } from './queries-attempts.ts'
import { refuseSuspect } from './suspect-uploads.ts'

export async function readUpload(deps: Pick<Services, 'db' | 'direct'>, ticket: Ticket, uploadId: string) {
  const upload = await queries.findUpload(deps.db, { id: uploadId })
  if (!upload || !canAccessUpload(ticket, upload) || upload.state === 'discarded') throw new Problem('uploadNotFound')
  refuseSuspect(upload)
  const blobs = await queries.blobsOf(deps.db, uploadId)
  const files = await queries.liveFilesOf(deps.db, uploadId)
  const attempts = await attemptsOfBlobs(
    deps.db,
    blobs.map(({ id }) => id),
  )
  const byBlob = new Map<string, AttemptRow[]>(blobs.map(({ id }) => [id, []]))
  for (const attempt of attempts) byBlob.get(attempt.blobId)?.push(attempt)
  const received = [...byBlob].map(([blobId, list]) => ({ blobId, ranges: joinRanges(list) }))
  const plan = planReply({ upload, blobs, files }, deps.direct !== null)
  return { ...plan, files: plan.files.map((file, index) => datedAs(file, files[index]!)), state: upload.state, received }
}

const datedAs = (file: UploadPlan['files'][number], { lastModified }: Pick<queries.FileRow, 'lastModified'>) =>
  lastModified ? { ...file, lastModified: lastModified.getTime() } : file
