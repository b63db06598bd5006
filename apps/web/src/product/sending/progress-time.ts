/** The time left as it is told: late rather than wrong, counting down, and longer only once the line has been slower for a while (Q13). */

/** No estimate is told before one has been there for so long: the first ones of a line are guesses. */
const trustAfterMs = 2000
/** An estimate that is so much longer, for so long, is believed: the line has become slower. */
const slower = { factor: 1.4, slackSeconds: 2, forMs: 5000 }
/** How fast what is told goes over to what is measured, while both are about the same. */
const approachMs = 10_000

export type TimeLeft = {
  shownSeconds: number | null
  atMs: number
  /** Since when there is an estimate. */
  knownSinceMs: number | null
  /** Since when it is much longer than what is told. */
  slowerSinceMs: number | null
}

export const noTimeLeft: TimeLeft = { shownSeconds: null, atMs: 0, knownSinceMs: null, slowerSinceMs: null }

function shownAfter(shown: number, measured: number, elapsedMs: number): number {
  const counted = Math.max(0, shown - elapsedMs / 1000)
  const towards = counted + (measured - counted) * Math.min(1, elapsedMs / approachMs)
  // Never upwards by a little, and not to nothing while something is left.
  return Math.max(Math.min(1, shown), Math.min(shown, towards))
}

/** `measured` is null while nothing can be said: what is told afterwards begins anew. */
export function nextTimeLeft(before: TimeLeft, measured: number | null, nowMs: number): TimeLeft {
  if (measured === null) return { ...noTimeLeft, atMs: nowMs }
  const knownSinceMs = before.knownSinceMs ?? nowMs
  const next = { atMs: nowMs, knownSinceMs, slowerSinceMs: null }
  if (before.shownSeconds === null) return { ...next, shownSeconds: nowMs - knownSinceMs >= trustAfterMs ? measured : null }
  if (measured <= before.shownSeconds * slower.factor + slower.slackSeconds)
    return { ...next, shownSeconds: shownAfter(before.shownSeconds, measured, nowMs - before.atMs) }
  const slowerSinceMs = before.slowerSinceMs ?? nowMs
  if (nowMs - slowerSinceMs >= slower.forMs) return { ...next, shownSeconds: measured }
  return { ...next, slowerSinceMs, shownSeconds: before.shownSeconds }
}

/** Rounded up in steps that the eye can follow: every second only at the end. */
export function roundedSeconds(seconds: number): number {
  const step = seconds > 3600 ? 300 : seconds > 60 ? 60 : seconds > 15 ? 5 : 1
  return Math.ceil(seconds / step) * step
}
