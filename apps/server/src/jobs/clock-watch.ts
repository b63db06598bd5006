/**
 * Tells when the system's clock was put forward. Everything looks old then: what deletes old things has to rest until either the
 * clock is put back, or every one who is still there has had the time to be heard of.
 */

const stepMs = 60_000
/** Longer than the hour after which an upload that nobody continues is discarded. */
const doubtMs = 65 * 60_000

type Clocks = { wall: () => number; steady: () => number }
/** This is the system's clock itself, since the question here is whether it can be believed. */
export const systemNow = (): Date => new Date()
const systemClocks: Clocks = { wall: () => systemNow().getTime(), steady: () => performance.now() }

/** To be called every few seconds; true while the clock can be believed. One that is ahead already at the start is to be said. */
export function makeClockWatch(
  report: (seconds: number) => void,
  { wall, steady }: Clocks = systemClocks,
  aheadAtStartMs = 0,
): () => boolean {
  let before = wall() - steady()
  let aheadMs = aheadAtStartMs
  let believedAt = aheadMs > 0 ? steady() + doubtMs : 0
  return () => {
    const difference = wall() - steady()
    const step = difference - before
    before = difference
    if (Math.abs(step) > stepMs) {
      report(Math.round(step / 1000))
      // A clock that is put back an hour and on again has changed nothing.
      aheadMs += step
      believedAt = steady() + doubtMs
    }
    if (steady() >= believedAt) aheadMs = 0
    return aheadMs <= stepMs
  }
}
