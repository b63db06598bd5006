/** Tells listeners of changes, at most five times a second. */
import type { Clock } from '../clock.ts'

export type Publisher<T> = {
  subscribe(listener: () => void): () => void
  snapshot(): T
  /** Something changed: tell soon. */
  changed(): void
  /** Tell at once. */
  publish(): void
}

/** A number that changes more often is not read, and every change is drawn. */
const everyMs = 200

export function createPublisher<T>(clock: Clock, build: () => T): Publisher<T> {
  const listeners = new Set<() => void>()
  let current = build()
  let publishedAt = clock.now()
  let cancel: (() => void) | null = null

  function publish(): void {
    cancel?.()
    cancel = null
    publishedAt = clock.now()
    current = build()
    for (const listener of [...listeners]) listener()
  }
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => current,
    changed() {
      if (cancel) return
      const waitMs = publishedAt + everyMs - clock.now()
      if (waitMs <= 0) publish()
      else cancel = clock.after(waitMs, publish)
    },
    publish,
  }
}
