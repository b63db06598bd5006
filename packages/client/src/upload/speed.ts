/** Speed and time left as people can bear to watch them: smoothed, and counting down steadily. */

const memorySeconds = 8
/** The first parts run into empty buffers: what they seem to reach is no speed to be told. */
const reportAfterSeconds = 2
/** An estimate that is off by less than this is left to count down by itself. */
const tolerance = 0.15
/** Nothing has moved for so long: no speed is told any more. Longer on lines that usually move in steps. */
const stalledAfterMs = 2500
const stalledAfterSteps = 4

export type Speed = {
  /** Tells the bytes that have left up to now, in all. */
  sample(nowMs: number, sentBytes: number): void
  /** Forgets what was measured before a pause. */
  restart(): void
  /** The speed; 0 while nothing moves. */
  bytesPerSecond(): number | null
  secondsLeft(bytesLeft: number): number | null
}

export function createSpeed(): Speed {
  let last: { nowMs: number; sentBytes: number } | null = null
  let watchedSeconds = 0
  let weighted = 0
  let shownSeconds: number | null = null
  let moved: { atMs: number; usualStepMs: number } | null = null
  const isStalled = () =>
    last !== null && moved !== null && last.nowMs - moved.atMs > Math.max(stalledAfterMs, moved.usualStepMs * stalledAfterSteps)
  const bytesPerSecond = () => {
    if (watchedSeconds < reportAfterSeconds) return null
    return isStalled() ? 0 : weighted / (1 - Math.exp(-watchedSeconds / memorySeconds))
  }
  function noteMove(nowMs: number): void {
    const stepMs = moved ? nowMs - moved.atMs : 0
    moved = { atMs: nowMs, usualStepMs: moved && !isStalled() ? (moved.usualStepMs * 3 + stepMs) / 4 : 0 }
  }
  return {
    sample(nowMs, sentBytes) {
      if (!last || sentBytes > last.sentBytes) noteMove(nowMs)
      const seconds = last ? (nowMs - last.nowMs) / 1000 : 0
      if (last && seconds > 0) {
        const keep = Math.exp(-seconds / memorySeconds)
        weighted = weighted * keep + ((sentBytes - last.sentBytes) / seconds) * (1 - keep)
        watchedSeconds += seconds
        if (shownSeconds !== null) shownSeconds = Math.max(0, shownSeconds - seconds)
      }
      if (!last || seconds > 0) last = { nowMs, sentBytes }
    },
    restart() {
      last = null
      watchedSeconds = 0
      weighted = 0
      shownSeconds = null
      moved = null
    },
    bytesPerSecond,
    secondsLeft(bytesLeft) {
      const speed = bytesPerSecond()
      // Below a byte a second nothing can be promised.
      if (speed === null || speed < 1) return null
      const measured = bytesLeft / speed
      if (shownSeconds === null || Math.abs(shownSeconds - measured) > Math.max(1, measured * tolerance)) shownSeconds = measured
      return Math.ceil(shownSeconds)
    },
  }
}
