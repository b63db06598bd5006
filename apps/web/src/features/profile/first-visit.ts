/** `dnr` of local storage (spec §4): when this browser came first, until it wants to hear no more of an account. */
const key = 'dnr'
const never = 'never'

/** Milliseconds; null where nobody is to be reminded, or nothing can be kept. The first call is the first visit. */
export function firstVisit(now: number): number | null {
  try {
    const kept = localStorage.getItem(key)
    if (kept === never) return null
    const at = Number(kept)
    if (kept && at > 0 && at <= now) return at
    localStorage.setItem(key, String(now))
    return now
  } catch {
    return null
  }
}

export function remindNoMore(): void {
  try {
    localStorage.setItem(key, never)
  } catch {}
}
