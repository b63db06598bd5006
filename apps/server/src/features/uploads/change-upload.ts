/** Adding files to an open upload, taking one out, and discarding it. */
import { Problem } from '@sampan/contract/errors'
import { planOf, planRole } from '@sampan/contract/plans'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { checkFileSet, type SizedPath, totalBytes } from '@sampan/contract/rules/file-set'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Ticket } from '../../http/ticket.ts'
import { addJob, jobName } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { checkDiskRoom } from './create-upload.ts'
import { holdsUpload } from './holder.ts'
import { checkMaySend, checkRoom } from './owner-limits.ts'
import { layOut, type NewFile, planReply } from './plan-upload.ts'
import * as queries from './queries.ts'
import { changeUsage, lockOwner } from './queries-owners.ts'

export const deleteBlobsJob = jobName<{ blobIds: string[] }>('uploads:deleteBlobs')

/** The upload, locked, open and this ticket's; anything else looks unknown. */
export async function lockOwnUpload(tx: Transaction, ticket: Ticket, uploadId: string): Promise<queries.UploadRow> {
  const upload = await queries.lockUpload(tx, { id: uploadId })
  if (!upload || !holdsUpload(ticket, upload) || upload.state === 'discarded') throw new Problem('uploadNotFound')
  if (upload.state !== 'open') throw new Problem('uploadClosed')
  return upload
}

export async function addFiles(
  deps: Pick<Services, 'db' | 'masterKeys' | 'storage' | 'config'>,
  ticket: Ticket,
  uploadId: string,
  added: NewFile[],
): Promise<UploadPlan> {
  await checkDiskRoom(deps)
  return inTransaction(deps.db, async (tx) => {
    const upload = await lockOwnUpload(tx, ticket, uploadId)
    if (upload.publishedAt) throw new Problem('uploadClosed')
    const [haveBlobs, haveFiles] = [await queries.blobsOf(tx, uploadId), await queries.liveFilesOf(tx, uploadId)]
    await reserveMore(tx, upload, haveFiles, added)
    const rows = layOut(uploadId, added, deps.masterKeys, {
      blobs: haveBlobs.length,
      files: (haveFiles.at(-1)?.position ?? -1) + 1,
    })
    await queries.insertBlobs(tx, rows.blobs)
    await queries.insertFiles(tx, rows.files)
    return planReply({ upload, blobs: await queries.blobsOf(tx, uploadId), files: await queries.liveFilesOf(tx, uploadId) })
  })
}

/** The whole set against the plan of whoever began it, the bytes against the room of its owner. */
async function reserveMore(tx: Transaction, upload: queries.UploadRow, have: SizedPath[], added: SizedPath[]): Promise<void> {
  const owner = await lockOwner(tx, upload.ownerId)
  checkMaySend(owner)
  const role = upload.authorId ? planRole(owner.role) : 'anon'
  checkFileSet([...have, ...added], planOf(role), role)
  const bytes = totalBytes(added)
  checkRoom(owner, bytes)
  await changeUsage(tx, upload.ownerId, { reservedBytes: bytes })
  await queries.updateUpload(tx, upload.id, { declaredBytes: upload.declaredBytes + bytes })
}

/** Its bytes become holes; the room is given back at once. Repeating it changes nothing. */
export async function removeFile(deps: Pick<Services, 'db'>, ticket: Ticket, uploadId: string, fileId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const upload = await lockOwnUpload(tx, ticket, uploadId)
    if (upload.publishedAt) throw new Problem('uploadClosed')
    const file = (await queries.liveFilesOf(tx, uploadId)).find(({ id }) => id === fileId)
    if (!file) return
    await queries.markFileRemoved(tx, fileId)
    await changeUsage(tx, upload.ownerId, { reservedBytes: -file.size })
    await queries.updateUpload(tx, uploadId, { declaredBytes: upload.declaredBytes - file.size })
  })
}

/** Rows and room go in one transaction, the bytes by a job that may run twice. Repeating it changes nothing. */
export async function releaseUpload(tx: Transaction, uploadId: string): Promise<void> {
  const upload = await queries.lockUpload(tx, { id: uploadId })
  if (!upload || upload.state === 'discarded') return
  const room = upload.state === 'complete' ? { usedBytes: -upload.declaredBytes } : { reservedBytes: -upload.declaredBytes }
  const blobIds = (await queries.blobsOf(tx, uploadId)).map(({ id }) => id)
  await queries.updateUpload(tx, uploadId, { state: 'discarded' })
  await changeUsage(tx, upload.ownerId, room)
  await queries.deleteUploadRows(tx, uploadId)
  if (blobIds.length) await addJob(tx, deleteBlobsJob, { blobIds })
}

export async function discardUpload(deps: Pick<Services, 'db'>, ticket: Ticket, uploadId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const upload = await lockOwnUpload(tx, ticket, uploadId)
    if (upload.publishedAt) throw new Problem('uploadClosed')
    await releaseUpload(tx, upload.id)
  })
}
