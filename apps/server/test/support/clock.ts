/** The time of tests: noon in the middle of the month after this one, so that neither a day nor a month ends while they run, whenever they run. */

/** How far ahead the clock has to be. No test may lean on the system's clock or the database's being the server's. */
export function aheadMs(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15, 12) - nowMs
}

/** One for a whole process, however long it runs. */
const ahead = aheadMs(Date.now())
export const testClock = (): Date => new Date(Date.now() + ahead)
