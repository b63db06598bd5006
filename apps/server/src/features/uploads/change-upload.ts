/** Adding files to an open upload, taking some out, and discarding it. */
import { Problem } from '@sampan/contract/errors'
import { forgivenHoleBytes, maxRemovedFiles } from '@sampan/contract/limits'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { totalBytes } from '@sampan/contract/rules/file-set'
import { keptSeconds } from '@sampan/contract/rules/kept-upload'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import type { Ticket } from '../../http/ticket.ts'
import type { Services } from '../../services.ts'
import { deleteBlobs, deleteFilesOf, insertFiles, removeFiles as removeStored } from '../content/index.ts'
import { release } from '../owners/index.ts'
import { canAccessUpload } from './can-access-upload.ts'
import { planOfUpload } from './create-upload.ts'
import { layOut, type NewFile } from './plan-upload.ts'
import { purposeNamed, type UploadPurposes } from './purpose.ts'
import * as queries from './queries.ts'
import { recountReceived } from './queries-repair.ts'
import { knownOwner, moveToSender, reserveMoreOfOwner } from './reserve-quota.ts'
import { sendName } from './send-purpose.ts'
import { checkDiskShare, checkMark } from './share-disk.ts'

/** The upload, locked, open and this ticket's; anything else looks unknown. */
export async function lockOwnUpload(tx: Transaction, ticket: Ticket, uploadId: string): Promise<queries.UploadRow> {
  const upload = await queries.lockUpload(tx, { id: uploadId })
  if (!upload || !canAccessUpload(ticket, upload) || upload.state === 'discarded') throw new Problem('uploadNotFound')
  if (upload.state !== 'open') throw new Problem('uploadClosed')
  return upload
}

type Added = { files: NewFile[]; sender?: string | undefined; requestKey?: string | undefined }

export async function addFiles(
  deps: Pick<Services, 'db' | 'clock' | 'masterKeys' | 'storage' | 'direct' | 'config'> & UploadPurposes,
  ticket: Ticket,
  actor: Actor,
  { uploadId, files: added, sender, requestKey }: Added & { uploadId: string },
): Promise<UploadPlan> {
  await checkMark(deps, actor)
  const now = deps.clock()
  return inTransaction(deps.db, async (tx) => {
    if (ticket.kind === 'purpose') await purposeNamed(deps, ticket.purpose).lock?.(tx, ticket.purposeId)
    const sendsAs = await knownOwner(tx, { actor, browserHash: ticket.browserHash, sender, now })
    const found = await lockOwnUpload(tx, ticket, uploadId)
    if (requestKey && found.addedKeys.includes(requestKey)) return planOfUpload(tx, deps, found)
    if (found.publishedAt) throw new Problem('uploadClosed')
    if ((await queries.removedFilesOf(tx, uploadId)) > maxRemovedFiles) throw new Problem('tooMuchWritten')
    const upload = sendsAs && found.purpose === sendName ? await moveToSender(tx, found, sendsAs, now) : found
    if (requestKey) await queries.updateUpload(tx, uploadId, { addedKeys: [...upload.addedKeys, requestKey] })
    const [haveBlobs, haveFiles] = [await queries.blobsOf(tx, uploadId), await queries.liveFilesOf(tx, uploadId)]
    const reserveMore = purposeNamed(deps, upload.purpose).reserveMore ?? reserveMoreOfOwner
    const owner = await reserveMore(tx, { upload, actor, have: haveFiles, added, now })
    const addedBytes = totalBytes(added)
    const declaredBytes = upload.declaredBytes + addedBytes
    // What is added is nothing that has come: whoever grows a small one is not given its time for a large one.
    const until = Math.min(upload.expiresAt.getTime(), addSeconds(now, keptSeconds({ ...upload, declaredBytes })).getTime())
    await queries.updateUpload(tx, uploadId, { declaredBytes, expiresAt: new Date(until) })
    const rows = layOut(uploadId, added, deps.masterKeys, { blobs: after(haveBlobs), files: after(haveFiles) })
    await insertFiles(tx, rows)
    await checkDiskShare(tx, deps, { owner, addedBytes, comingBytes: declaredBytes - upload.receivedBytes })
    return planOfUpload(tx, deps, (await queries.findUpload(tx, { id: uploadId }))!)
  })
}

const after = (rows: readonly { position: number }[]): number => (rows.at(-1)?.position ?? -1) + 1

/** Their quota is released at once, their bytes with the last file of a blob. Repeating it changes nothing. */
export async function removeFiles(
  deps: Pick<Services, 'db'>,
  ticket: Ticket,
  uploadId: string,
  fileIds: string[],
): Promise<void> {
  const asked = new Set(fileIds)
  await inTransaction(deps.db, async (tx) => {
    const upload = await lockOwnUpload(tx, ticket, uploadId)
    if (upload.publishedAt) throw new Problem('uploadClosed')
    const removed = (await queries.liveFilesOf(tx, uploadId)).filter(({ id }) => asked.has(id))
    if (removed.length === 0) return
    const gone = await removeStored(tx, removed)
    const bytes = totalBytes(removed)
    await release(tx, upload.ownerId, { reservedBytes: bytes })
    await queries.updateUpload(tx, uploadId, {
      declaredBytes: upload.declaredBytes - bytes,
      writtenBytes: Math.max(0, upload.writtenBytes - (await forgiven(tx, uploadId, removed, gone))),
    })
  })
}

/**
 * What had come of the files counts no longer as written: where a whole blob goes, and for holes among files that stay, which nobody can
 * fill, up to a limit.
 */
async function forgiven(tx: Transaction, uploadId: string, removed: queries.FileRow[], gone: string[]): Promise<number> {
  const holes = removed.filter(({ blobId }) => blobId && !gone.includes(blobId)).map(({ id }) => id)
  const isForgiven = holes.length > 0 && (await queries.holeBytesOf(tx, uploadId)) <= forgivenHoleBytes
  const bytes = (isForgiven ? await queries.storedBytesOfFiles(tx, holes) : 0) + (await queries.storedBytesOfBlobs(tx, gone))
  if (gone.length === 0) return bytes
  await deleteBlobs(tx, gone)
  await recountReceived(tx, uploadId)
  return bytes
}

/** What nothing holds any more of a complete upload releases its quota; its bytes go with the last file of a blob. */
async function shrinkUpload(tx: Transaction, upload: queries.UploadRow, held: ReadonlySet<string>): Promise<void> {
  const removed = (await queries.liveFilesOf(tx, upload.id)).filter(({ id }) => !held.has(id))
  if (removed.length === 0) return
  const gone = await removeStored(tx, removed)
  const bytes = totalBytes(removed)
  await release(tx, upload.ownerId, { usedBytes: bytes })
  await queries.updateUpload(tx, upload.id, { declaredBytes: upload.declaredBytes - bytes })
  await deleteBlobs(tx, gone)
}

/**
 * Rows and quota go in one transaction, the bytes by a job that may run twice; all but the files that are held. Repeating it changes
 * nothing.
 */
export async function releaseUpload(tx: Transaction, uploadId: string, heldFiles: readonly string[] = []): Promise<void> {
  const upload = await queries.lockUpload(tx, { id: uploadId })
  if (!upload || upload.state === 'discarded') return
  if (heldFiles.length > 0) return shrinkUpload(tx, upload, new Set(heldFiles))
  const usage = upload.state === 'complete' ? { usedBytes: upload.declaredBytes } : { reservedBytes: upload.declaredBytes }
  await queries.updateUpload(tx, uploadId, { state: 'discarded', networkKey: '' })
  await release(tx, upload.ownerId, usage)
  await deleteFilesOf(tx, [uploadId])
}

export async function discardUpload(deps: Pick<Services, 'db'>, ticket: Ticket, uploadId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const upload = await lockOwnUpload(tx, ticket, uploadId)
    if (upload.publishedAt) throw new Problem('uploadClosed')
    await releaseUpload(tx, upload.id)
  })
}
