/** Flushes large blobs while their parts arrive, so that little is left to wait for at the end. */
import type { Services } from '../../services.ts'
import { flushOrLose } from './lose-containers.ts'

const everyBytes = 64 * 1024 * 1024
const maxCounted = 2000

export type BackgroundFlush = (uploadId: string, blobId: string, bytes: number) => void

/** One flush at a time: they share one disk. What comes meanwhile is flushed with the next part. */
export function makeBackgroundFlush(deps: Pick<Services, 'db' | 'log' | 'storage'>): BackgroundFlush {
  const dueBytes = new Map<string, number>()
  let isFlushing = false
  return (uploadId, blobId, bytes) => {
    const due = (dueBytes.get(blobId) ?? 0) + bytes
    if (dueBytes.size >= maxCounted) dueBytes.clear()
    dueBytes.set(blobId, due)
    if (due < everyBytes || isFlushing) return
    dueBytes.delete(blobId)
    isFlushing = true
    flushOrLose(deps, uploadId, [{ blobId, containers: [] }])
      .catch((error) => deps.log.warn({ err: error, uploadId }, 'parts were not flushed ahead'))
      .finally(() => {
        isFlushing = false
      })
  }
}
