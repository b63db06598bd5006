/** A file of whoever asks that shows what a document is meant to be: comes by an upload of its own, and goes with the last document that shows it. */
import { Problem } from '@sampan/contract/errors'
import { planOf, planRole } from '@sampan/contract/plans'
import { checkFileSet, totalBytes } from '@sampan/contract/rules/file-set'
import type { Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { checkMaySend, checkQuota, lockOwner, reserve } from '../owners/index.ts'
import { completeUpload, filesToTake, releaseUpload, type UploadPurpose, type UploadPurposes } from '../uploads/index.ts'
import * as queries from './queries-examples.ts'

/** As the rows of its uploads have it. */
const exampleName = 'example'

type Shown = { documentId: string; uploadId: string }

/** One file, from the storage of whoever asks. It becomes whole by the request that names it, else it ends as whatever is not sent. */
export const examplePurpose = (): UploadPurpose<Pick<Shown, 'documentId'>> => ({
  name: exampleName,
  isAskedBy: ({ forExample }) => forExample === true,
  async reserve(tx, { actor, body: { files } }) {
    if (actor.kind !== 'user') throw new Problem('notYours')
    const owner = (await lockOwner(tx, actor.ownerId))!
    checkMaySend(owner)
    if (files.length === 0) throw new Problem('noFiles')
    if (files.length > 1) throw new Problem('invalidInput', {}, { fields: { files: 'tooLong' } })
    checkFileSet(files, planOf(owner), planRole(owner.role))
    const bytes = totalBytes(files)
    checkQuota(owner, bytes)
    await reserve(tx, owner.id, bytes)
    return { owner, reservation: { authorId: actor.userId, isVerified: true } }
  },
  async reserveMore() {
    throw new Problem('uploadClosed')
  },
  async onCompleted(tx, uploadId, { documentId }) {
    const document = await queries.lockDocument(tx, documentId)
    // Taken out meanwhile: nothing has happened, and the upload ends by itself.
    if (!document) throw new Problem('uploadNotFound')
    await queries.setExample(tx, documentId, uploadId)
    await releaseExamples(tx, [document.exampleUploadId])
  },
})

type Named = { uploadIds: readonly string[]; of: queries.OfRequest | null }

/** Throws before anything is written, unless the caller has brought each of them, for no other request than `of`. */
export async function requireExamples({ db }: Pick<Services, 'db'>, actor: SignedIn, { uploadIds, of }: Named): Promise<void> {
  for (const uploadId of uploadIds) {
    const { state, isThere, files } = await filesToTake(db, { actor, uploadId, purpose: exampleName, purposeId: null })
    const isTaken = state === 'complete' && !(of && (await queries.isShownBy(db, uploadId, of)))
    if (files.length !== 1 || isTaken) throw new Problem('uploadNotFound')
    if (!isThere) throw new Problem('transferUploading')
  }
}

/** Each becomes whole and its document's in one transaction; repeated it changes nothing. */
export async function showExamples(services: Services & UploadPurposes, shown: readonly Shown[]): Promise<void> {
  for (const { documentId, uploadId } of shown)
    if (!(await completeUpload(services, uploadId, { documentId }))) throw new Problem('transferUploading')
}

/** What no document shows any more gives its storage back; its bytes go by a job. The documents have let go of them before. */
export async function releaseExamples(tx: Transaction, uploadIds: readonly (string | null)[]): Promise<void> {
  const known = [...new Set(uploadIds)].filter((id) => id !== null).sort()
  const locked = await queries.lockExamples(tx, known)
  const shown = await queries.stillShown(tx, [...locked])
  for (const id of locked) if (!shown.has(id)) await releaseUpload(tx, id)
}
