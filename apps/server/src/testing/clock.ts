/** The time of tests: no day, and with it no month, ends while they run. The last half hour of a day is passed over. */
const dayMs = 86_400_000
const avoidedMs = 1_800_000

/** How far ahead the clock has to be so that the day lasts. */
export function aheadMs(nowMs: number): number {
  const leftMs = dayMs - (nowMs % dayMs)
  return leftMs < avoidedMs ? leftMs + 1000 : 0
}

/** One for a whole process, however long it runs. */
const ahead = aheadMs(Date.now())
export const testClock = (): Date => new Date(Date.now() + ahead)
