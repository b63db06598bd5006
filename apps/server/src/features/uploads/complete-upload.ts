/** Completion: everything durable first, then one transaction; nothing is copied, nothing assembled (reliability, lesson 1). */

import { unwrapDek } from '../../adapters/keys/keys.ts'
import { manifestMac } from '../../adapters/storage/manifest.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { attemptsOfBlobs, completeFiles } from '../content/index.ts'
import { commit } from '../owners/index.ts'
import { type Content, contentOf, fileCrcs, isCovered } from './coverage.ts'
import { flushOrLose } from './lose-containers.ts'
import { purposeNamed, type UploadPurposes } from './purpose.ts'
import * as queries from './queries.ts'
import { type Progress, placedFilesOf, progressOf } from './queries-complete.ts'

type Deps = Pick<Services, 'db' | 'storage' | 'masterKeys' | 'clock' | 'metrics' | 'log' | 'config'>
export type Completing = Deps & UploadPurposes

/**
 * Completes a published upload when every live file is covered, with what its purpose makes of it in the same transaction. One that is not
 * published is completed by who has something to give to that end. Answers whether the upload is complete now. May be called at any time and by many at once.
 */
export async function completeUpload(deps: Completing, uploadId: string, given?: object): Promise<boolean> {
  for (;;) {
    const flushed = await progressOf(deps.db, uploadId, !given)
    if (!flushed?.isReady) return flushed?.isComplete ?? false
    const content = await readContent(deps.db, uploadId)
    if (!isCovered(content)) return (await progressOf(deps.db, uploadId, !given))?.isComplete ?? false
    if (!(await flushOrLose(deps, uploadId, flushesOf(content)))) return false
    const outcome = await inTransaction(deps.db, (tx) => completeRows(tx, deps, { uploadId, flushed, content, given }))
    if (outcome !== 'again') return outcome
  }
}

type Flushed = { uploadId: string; flushed: Progress; content: Content; given: object | undefined }

async function completeRows(
  tx: Transaction,
  deps: Completing,
  { uploadId, flushed, content, given }: Flushed,
): Promise<boolean | 'again'> {
  const upload = await queries.lockUpload(tx, { id: uploadId })
  if (upload?.state !== 'open') return upload?.state === 'complete'
  // What was read and flushed is what counts, unless parts or files have changed since.
  const now = await progressOf(tx, uploadId, !given)
  if (!now?.isReady || now.version !== flushed.version) return 'again'
  await completeFiles(tx, deps, upload, { crcs: fileCrcs(content), manifests: manifestsOf(deps, content) })
  const completedAt = deps.clock()
  await queries.updateUpload(tx, uploadId, { state: 'complete', completedAt, publishedAt: upload.publishedAt ?? completedAt })
  // Transfers are locked before owners (owners/queries).
  await purposeNamed(deps, upload.purpose).onCompleted(tx, uploadId, given)
  await commit(tx, upload.ownerId, upload.declaredBytes)
  deps.metrics.count('uploadsCompleted')
  return true
}

const manifestsOf = ({ masterKeys }: Deps, { blobs, attempts }: Content) =>
  blobs.map(({ id: blobId, size, wrappedKey }) => {
    const key = { blobId, dek: unwrapDek(masterKeys, blobId, wrappedKey) }
    return { blobId, mac: manifestMac(key, size, attempts.get(blobId)!) }
  })

const flushesOf = ({ blobs, attempts }: Content) =>
  blobs.map(({ id: blobId }) => ({ blobId, containers: [...new Set(attempts.get(blobId)!.map(({ container }) => container))] }))

async function readContent(db: Parameters<typeof queries.blobsOf>[0], uploadId: string): Promise<Content> {
  const [blobs, all] = [await queries.blobsOf(db, uploadId), await placedFilesOf(db, uploadId)]
  const attempts = await attemptsOfBlobs(
    db,
    blobs.map(({ id }) => id),
  )
  return contentOf(blobs, all, attempts)
}
