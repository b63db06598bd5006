/** What an upload and its page are to each other, before Send and after it: what is told of it, and what it needs of the page. */
import type { Upload, UploadSnapshot } from '@sampan/client/upload/upload'
import { useEffect, useState, useSyncExternalStore } from 'react'

/** Before there is an upload. */
export const notYet: UploadSnapshot = {
  phase: 'warming',
  sentBytes: 0,
  signsOfLife: 0,
  totalBytes: 0,
  resumedBytes: 0,
  bytesPerSecond: null,
  secondsLeft: null,
  warning: null,
  error: null,
  lockedFile: null,
  held: null,
}
const never = () => () => {}

/** The snapshot and what is shown of it come from one moment: neither the page nor the tab's title is behind the other. */
export function useShown<Shown>(
  upload: Upload | null,
  nothing: Shown,
  next: (before: Shown, snapshot: UploadSnapshot, nowMs: number) => Shown,
) {
  const snapshot = useSyncExternalStore(upload?.subscribe ?? never, upload?.snapshot ?? (() => notYet), () => notYet)
  const [seen, setSeen] = useState({ snapshot, shown: nothing })
  if (seen.snapshot === snapshot) return seen
  const now = { snapshot, shown: next(seen.shown, snapshot, performance.now()) }
  setSeen(now)
  return now
}

/** A line that is back, or a computer that has woken up, is used at once. */
export function useReconnecting(upload: Upload | null): void {
  useEffect(() => {
    if (!upload) return
    const page = new AbortController()
    const { signal } = page
    addEventListener('online', () => upload.reconnect(), { signal })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && upload.reconnect(), { signal })
    return () => page.abort()
  }, [upload])
}
