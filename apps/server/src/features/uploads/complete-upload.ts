/** Completion: everything durable first, then one transaction; nothing is copied, nothing assembled (reliability, lesson 1). */

import { unwrapDek } from '../../adapters/keys/keys.ts'
import { manifestMac } from '../../adapters/storage/manifest.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { attemptsOfBlobs, completeFiles } from '../content/index.ts'
import { commit } from '../owners/index.ts'
import { type Content, contentOf, fileCrcs, isCovered } from './coverage.ts'
import { flushOrLose } from './lose-containers.ts'
import { hookFor, type UploadHook, type UploadHooks, type UploadPurpose } from './on-upload-completed.ts'
import * as queries from './queries.ts'
import { type Progress, placedFilesOf, progressOf } from './queries-complete.ts'

type Deps = Pick<Services, 'db' | 'storage' | 'masterKeys' | 'clock' | 'metrics' | 'log' | 'config'>
export type Completing = Deps & UploadHooks

/**
 * Completes a published upload, or one that is meant for a sent transfer, when every live file is covered, with the hook of its purpose in
 * the same transaction. Answers whether the upload is complete now. May be called at any time and by many at once.
 */
export async function completeUpload<Given>(
  deps: Completing,
  uploadId: string,
  purpose: UploadPurpose<Given>,
  given: Given,
): Promise<boolean> {
  const end = { hook: hookFor(deps, purpose), given }
  for (;;) {
    const flushed = await progressOf(deps.db, uploadId)
    if (!flushed?.isReady) return flushed?.isComplete ?? false
    const content = await readContent(deps.db, uploadId)
    if (!isCovered(content)) return (await progressOf(deps.db, uploadId))?.isComplete ?? false
    if (!(await flushOrLose(deps, uploadId, flushesOf(content)))) return false
    const outcome = await inTransaction(deps.db, (tx) => completeRows(tx, deps, { uploadId, flushed, content, end }))
    if (outcome !== 'again') return outcome
  }
}

type Flushed = { uploadId: string; flushed: Progress; content: Content; end: { hook: UploadHook; given: unknown } }

async function completeRows(
  tx: Transaction,
  deps: Deps,
  { uploadId, flushed, content, end }: Flushed,
): Promise<boolean | 'again'> {
  const upload = await queries.lockUpload(tx, { id: uploadId })
  if (upload?.state !== 'open') return upload?.state === 'complete'
  // What was read and flushed is what counts, unless parts or files have changed since.
  const now = await progressOf(tx, uploadId)
  if (!now?.isReady || now.version !== flushed.version) return 'again'
  await completeFiles(tx, deps, upload, { crcs: fileCrcs(content), manifests: manifestsOf(deps, content) })
  const completedAt = deps.clock()
  await queries.updateUpload(tx, uploadId, { state: 'complete', completedAt, publishedAt: upload.publishedAt ?? completedAt })
  // Transfers are locked before owners (owners/queries).
  await end.hook.run(tx, uploadId, end.given)
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
