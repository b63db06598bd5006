/** What the progress screen shows: numbers that never jump backwards while the line holds, and a time left that is steady (Q13). */
import type { UploadSnapshot } from '@sampan/client/upload/upload'
import { nextSilence, noSilence, type Silence } from './progress-silence.ts'
import { nextTimeLeft, noTimeLeft, roundedSeconds, type TimeLeft } from './progress-time.ts'

export type Shown = {
  percent: number
  sentBytes: number
  totalBytes: number
  bytesPerSecond: number | null
  secondsLeft: number | null
  silentSeconds: Silence['silentSeconds']
}
/** With what the next moment is judged by. */
export type Progress = Shown & Silence & { timeLeft: TimeLeft }

export const nothingShown: Progress = {
  percent: 0,
  sentBytes: 0,
  totalBytes: 0,
  bytesPerSecond: null,
  secondsLeft: null,
  ...noSilence,
  timeLeft: noTimeLeft,
}

/** Changes of speed that are smaller are kept from the eye. */
const smallChange = 0.05

const steadySpeed = (before: number | null, now: number | null): number | null =>
  before !== null && now !== null && now > 0 && Math.abs(now - before) < before * smallChange ? before : now

export function nextShown(before: Progress, snapshot: UploadSnapshot, nowMs: number): Progress {
  const { phase, totalBytes } = snapshot
  // Once the line is lost only what has arrived counts: what was on its way never came.
  const least = phase === 'waiting' ? { sentBytes: 0, percent: 0 } : before
  const sentBytes = Math.min(totalBytes, Math.max(least.sentBytes, snapshot.sentBytes))
  const isWhole = phase === 'complete'
  const share = totalBytes > 0 ? sentBytes / totalBytes : isWhole ? 1 : 0
  const timeLeft = nextTimeLeft(before.timeLeft, phase === 'sending' ? snapshot.secondsLeft : null, nowMs)
  return {
    // 100 is kept for what has arrived.
    percent: Math.max(least.percent, isWhole ? 100 : Math.min(99, Math.floor(share * 100))),
    sentBytes,
    totalBytes,
    bytesPerSecond: steadySpeed(before.bytesPerSecond, snapshot.bytesPerSecond),
    secondsLeft: timeLeft.shownSeconds === null ? null : roundedSeconds(timeLeft.shownSeconds),
    ...nextSilence(before, snapshot, nowMs),
    timeLeft,
  }
}
