/**
 * SHA-256 of whole files, for receipts. Worked out once somebody has downloaded, or when a receipt is read: most of what is sent never
 * needs one, and hashing costs as much as sending.
 */
import { createHash } from 'node:crypto'
import { isFolderPath } from '@sampan/contract/rules/file-path'
import { CorruptBlob, MissingBlob } from '../../adapters/storage/storage.ts'
import type { Db } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import { addJob, handleJob, hasJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { readBlob, requireBlobVerification, setDigest, unverifiedBlobs } from '../content/index.ts'
import { findTransfer } from '../transfers/index.ts'
import * as queries from './queries.ts'

const digestJob = jobName<{ transferId: string }>('receipts:digest')
/** After a first download: whoever downloads comes first. */
const restSeconds = 10 * 60

/** In the transaction of the download that was counted. */
export const digestLater = (tx: Db, transferId: string): Promise<void> =>
  addJob(tx, digestJob, { transferId }, { key: `digest:${transferId}`, afterSeconds: restSeconds, queue })

/** One that failed keeps its growing waits, however often the receipt is read meanwhile. */
export async function digestNow(db: Db, transferId: string): Promise<void> {
  const key = `digest-now:${transferId}`
  if (!(await hasJob(db, key))) await addJob(db, digestJob, { transferId }, { key, queue })
}

/** One file at a time, over all processes: downloads keep the machine. */
const queue = 'digests'

/** That have bytes and no checksum yet; without those that could not be read, until that was looked into. */
export async function undigested(db: Db, files: readonly queries.FileRow[]): Promise<queries.FileRow[]> {
  const left = files.filter(({ path, sha256, isLost }) => !sha256 && !isLost && !isFolderPath(path))
  if (left.length === 0) return left
  const doubted = await unverifiedBlobs(db, [...new Set(left.flatMap(({ blobId }) => blobId ?? []))])
  return left.filter(({ blobId }) => !blobId || !doubted.has(blobId))
}

/** May run twice: a checksum is what it is. */
async function digestFiles(services: Services, transferId: string): Promise<void> {
  const transfer = await findTransfer(services.db, { id: transferId })
  if (!transfer || transfer.state === 'deleted' || transfer.state === 'uploading') return
  const files = await undigested(services.db, await queries.filesOf(services.db, transferId))
  let count = 0
  // One that went and came back is in several versions.
  for (const file of new Map(files.map((each) => [each.id, each])).values()) if (await digestFile(services, file)) count++
  if (count > 0) await notifyLive(services.db, { ownerId: transfer.ownerId, slug: transfer.slug, what: 'transfer' })
}

const isDamage = (error: unknown): boolean =>
  error instanceof CorruptBlob || error instanceof MissingBlob || (error as NodeJS.ErrnoException).code === 'EIO'

/** False where its bytes cannot be read: its blob is marked as lost by who reads it whole, or else tried again. */
async function digestFile(services: Services, { id, blobId, offset, size }: queries.FileRow): Promise<boolean> {
  const hash = createHash('sha256')
  try {
    if (blobId)
      for await (const { pieces, release } of readBlob(services, blobId, offset, offset + size)) {
        for (const piece of pieces) hash.update(piece)
        release()
      }
  } catch (error) {
    if (!blobId || !isDamage(error)) throw error
    services.log.warn({ err: error, fileId: id }, 'a file for a receipt cannot be read')
    await requireBlobVerification(services.db, blobId)
    return false
  }
  await setDigest(services.db, id, hash.digest())
  return true
}

export const digestJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [handleJob(digestJob, ({ transferId }) => digestFiles(services, transferId))],
  timed: [],
})
