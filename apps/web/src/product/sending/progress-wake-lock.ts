/** Keeps the screen awake while something is sent: a phone that goes to sleep ends its uploads. Browsers that cannot are left alone. */
import { useEffect } from 'react'

/** Until the answer is called. */
export function keepAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => {}
  const page = new AbortController()
  let held: WakeLockSentinel | null = null
  async function take(): Promise<void> {
    if (document.visibilityState !== 'visible' || (held && !held.released)) return
    // Refused where the battery is low or the page has no right to it.
    const lock = await navigator.wakeLock.request('screen').catch(() => null)
    if (page.signal.aborted) void lock?.release()
    else held = lock ?? held
  }
  void take()
  // It ends with every look at another tab.
  document.addEventListener('visibilitychange', () => void take(), { signal: page.signal })
  return () => {
    page.abort()
    void held?.release()
  }
}

export function useWakeLock(isWanted: boolean): void {
  useEffect(() => (isWanted ? keepAwake() : undefined), [isWanted])
}
