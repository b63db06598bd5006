/** The file of the draft that cannot be read at the moment, for its row. Apart, so that the first page does not load the engine. */
import { useSyncExternalStore } from 'react'

/** One for the page, as the draft's upload is (running-uploads.ts). */
let locked: string | null = null
const listeners = new Set<() => void>()

export function reportLocked(path: string | null): void {
  if (path === locked) return
  locked = path
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const none = () => null

export const useLockedPath = (): string | null => useSyncExternalStore(subscribe, () => locked, none)
