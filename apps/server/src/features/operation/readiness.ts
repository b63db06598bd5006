/** Whether the server can do its work now, and what is wrong if not. */
import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ErrorCode, Problem } from '@sampan/contract/errors'
import { minFreeBytes } from '../../disk-space.ts'
import type { Services } from '../../services.ts'
import { checkWritable } from './queries.ts'

/** A probe does not wait for long. */
const readyMs = 2_000

/** With less than this a file can hardly become longer. */
const nothingBytes = 1_000_000

export const notReady = (code: ErrorCode = 'unavailable') => new Problem(code, {}, { retryAfterSeconds: 5 })

/** Of the stored files, and of the data folder, which has the embedded database. */
async function checkDiskSpace({ storage, config }: Services): Promise<void> {
  const { bavail, bsize } = await statfs(config.dataDir)
  if (Math.min(bavail * bsize, await storage.freeBytes()) < Math.max(nothingBytes, minFreeBytes(config)))
    throw notReady('serverDiskFull')
}

/** What is wrong, in words that say more than that it is not ready where there are such; null for nothing. */
export function makeReadiness(services: Services): () => Promise<Problem | null> {
  const { db, storage } = services
  let looking: Promise<Problem | null> | undefined
  // One look for all who ask: on a disk that hangs, each would hold a thread for files.
  const look = () => {
    looking ??= Promise.all([checkWritable(db), storage.probe(), checkDiskSpace(services)])
      .then(
        () => null,
        (error: unknown) => (error instanceof Problem ? error : notReady()),
      )
      .finally(() => {
        looking = undefined
      })
    return looking
  }
  return async () => {
    const late = new AbortController()
    const answer = await Promise.race([look(), sleep(readyMs, notReady(), { signal: late.signal }).catch(() => null)])
    late.abort()
    return answer
  }
}
