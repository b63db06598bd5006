/** Ends work that nothing has come from for a while (U2). */
import type { Clock } from './clock.ts'
import { NetworkError } from './network-error.ts'

export type Deadline = {
  signal: AbortSignal
  moved(): void
  /** This long at most from now on, until it moves. */
  hasten(milliseconds: number): void
  end(): void
}

/**
 * Aborts with a NetworkError after so many milliseconds without `moved()`, and with the outer signal's reason when that aborts.
 * `end()` must be called.
 */
export function startDeadline(clock: Clock, milliseconds: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController()
  const stop = () => controller.abort(outer?.reason)
  if (outer?.aborted) stop()
  outer?.addEventListener('abort', stop, { once: true })
  let dueMs = Number.POSITIVE_INFINITY
  let cancel = () => {}
  function start(waitMs: number): void {
    cancel()
    dueMs = clock.now() + waitMs
    cancel = clock.after(waitMs, () => controller.abort(new NetworkError(`Nothing moved for ${waitMs / 1000} s`)))
  }
  start(milliseconds)
  return {
    signal: controller.signal,
    moved: () => start(milliseconds),
    hasten: (waitMs) => {
      if (clock.now() + waitMs < dueMs) start(waitMs)
    },
    end: () => {
      cancel()
      outer?.removeEventListener('abort', stop)
    },
  }
}
