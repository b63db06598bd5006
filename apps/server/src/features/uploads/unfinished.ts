/** What an account has begun and not sent: it takes storage, so it is listed where storage is told, and can be deleted there. */
import { Problem } from '@sampan/contract/errors'
import { can } from '@sampan/contract/permissions'
import { listedUnfinished, type UnfinishedUpload } from '@sampan/contract/routes/uploads'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { canAccessUpload } from './can-access-upload.ts'
import { releaseUpload } from './change-upload.ts'
import type { UploadPurposes } from './purpose.ts'
import * as queries from './queries.ts'
import { type UnfinishedRow, unfinishedOf } from './queries-open.ts'
import { sendName } from './send-purpose.ts'

const shown = (actor: SignedIn, row: UnfinishedRow, slug: string | undefined): UnfinishedUpload => ({
  ...row,
  createdAt: row.createdAt.getTime(),
  expiresAt: row.expiresAt.getTime(),
  // What is for something that does not name it is gone on with there alone.
  isResumable: (row.purpose === sendName || row.purposeId !== null) && canAccessUpload(actor, { ...row, id: row.uploadId }),
  transferSlug: slug ?? null,
})

export async function listUnfinished({ db, uploadPurposes }: Pick<Services, 'db'> & UploadPurposes, actor: SignedIn) {
  const { rows, ...all } = await unfinishedOf(db, actor, listedUnfinished)
  const readable = rows.filter((row) => can(actor, 'read', row))
  const purposeIds = readable.flatMap(({ purposeId }) => purposeId ?? [])
  const named = purposeIds.length === 0 ? [] : await Promise.all(uploadPurposes.map(({ slugsOf }) => slugsOf?.(db, purposeIds)))
  const slugs = new Map(named.flatMap((some) => [...(some ?? [])]))
  return { ...all, uploads: readable.map((row) => shown(actor, row, slugs.get(row.purposeId ?? ''))) }
}

/** Repeating it changes nothing. What was sent is a transfer, and ends as one. */
export async function deleteUnfinished({ db }: Pick<Services, 'db'>, actor: SignedIn, uploadId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const upload = await queries.lockUpload(tx, { id: uploadId })
    if (!upload || !can(actor, 'delete', upload)) throw new Problem('uploadNotFound')
    if (upload.state === 'complete' || upload.publishedAt) throw new Problem('uploadClosed')
    await releaseUpload(tx, uploadId)
  })
}
