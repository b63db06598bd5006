/** What the progress screen shows: numbers that never jump backwards and a time left that is steady (Q13). */
import type { UploadSnapshot } from '@sampan/client/upload/upload'

export type Shown = {
  percent: number
  sentBytes: number
  totalBytes: number
  bytesPerSecond: number | null
  secondsLeft: number | null
}

export const nothingShown: Shown = { percent: 0, sentBytes: 0, totalBytes: 0, bytesPerSecond: null, secondsLeft: null }

/** Changes of less than a tenth are kept from the eye. */
const steady = (before: number | null, now: number | null): number | null =>
  before !== null && now !== null && Math.abs(now - before) < before * 0.1 ? Math.min(before, Math.max(now, before * 0.95)) : now

export function nextShown(before: Shown, snapshot: UploadSnapshot): Shown {
  const sentBytes = Math.min(snapshot.totalBytes, Math.max(before.sentBytes, snapshot.sentBytes))
  const isWhole = snapshot.phase === 'complete'
  const share = snapshot.totalBytes > 0 ? sentBytes / snapshot.totalBytes : isWhole ? 1 : 0
  return {
    // 100 is kept for what has arrived.
    percent: Math.max(before.percent, isWhole ? 100 : Math.min(99, Math.floor(share * 100))),
    sentBytes,
    totalBytes: snapshot.totalBytes,
    bytesPerSecond: steady(before.bytesPerSecond, snapshot.bytesPerSecond),
    secondsLeft: steady(before.secondsLeft, snapshot.secondsLeft),
  }
}
