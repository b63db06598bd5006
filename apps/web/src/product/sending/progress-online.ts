/** Whether this device has a line at all; that it has one does not say that the server answers. */
import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  const page = new AbortController()
  for (const event of ['online', 'offline']) addEventListener(event, listener, { signal: page.signal })
  return () => page.abort()
}

export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
