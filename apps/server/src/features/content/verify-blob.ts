/** Reads a complete blob whose bytes are in doubt; its files are answered as not found from then on if it does not verify. */
import { CorruptBlob, isDamage } from '../../adapters/storage/storage.ts'
import type { Db } from '../../db/connect.ts'
import { addJob, type JobTry, jobName, keysWithJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { findBlob, markBlobLost } from './queries.ts'
import { readBlob } from './read-blob.ts'

export const verifyBlobJob = jobName<{ blobId: string }>('uploads:verify-blob')

const keyOf = (blobId: string): string => `verify-blob:${blobId}`

/** For who could not read it. */
export const requireBlobVerification = (tx: Db, blobId: string, afterSeconds = 0): Promise<void> =>
  addJob(tx, verifyBlobJob, { blobId }, { key: keyOf(blobId), afterSeconds })

/** Which of these are to be read whole before anything is said of them. */
export async function unverifiedBlobs(db: Db, blobIds: readonly string[]): Promise<Set<string>> {
  const keys = await keysWithJob(db, blobIds.map(keyOf))
  return new Set(blobIds.filter((id) => keys.has(keyOf(id))))
}

type Deps = Pick<Services, 'db' | 'storage' | 'masterKeys' | 'log' | 'metrics' | 'clock'>

/** May run twice. */
export async function verifyBlob(deps: Deps, blobId: string, tried: JobTry): Promise<void> {
  const found = await findBlob(deps.db, blobId)
  if (!found?.isComplete || found.lostAt) return
  try {
    for await (const _ of readBlob(deps, blobId, 0, found.size));
    deps.log.warn({ blobId }, 'a blob that could not be flushed was read, and is whole')
  } catch (error) {
    if (!isLost(error, tried)) throw error
    deps.metrics.count('unreadableReads')
    deps.log.fatal({ err: error, blobId }, 'a blob is lost')
    await markBlobLost(deps.db, blobId, deps.clock())
  }
}

/** A disk that is away or badly plugged in does not always show: that bytes are gone, or not to be read, is believed at the last try. */
export function isLost(error: unknown, { attempt, maxAttempts }: JobTry): boolean {
  if (error instanceof CorruptBlob) return true
  return attempt >= maxAttempts && (isDamage(error) || (error as NodeJS.ErrnoException).code === 'EIO')
}
