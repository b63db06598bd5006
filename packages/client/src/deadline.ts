/** Ends work that nothing has come from for a while (U2). */
import type { Clock } from './clock.ts'
import { NetworkError } from './network-error.ts'

export type Deadline = { signal: AbortSignal; moved(): void; end(): void }

/**
 * Aborts with a NetworkError after so many milliseconds without `moved()`, and with the outer signal's reason when that aborts.
 * `end()` must be called.
 */
export function startDeadline(clock: Clock, milliseconds: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController()
  const stop = () => controller.abort(outer?.reason)
  if (outer?.aborted) stop()
  outer?.addEventListener('abort', stop, { once: true })
  const start = () =>
    clock.after(milliseconds, () => controller.abort(new NetworkError(`Nothing moved for ${milliseconds / 1000} s`)))
  let callOff = start()
  return {
    signal: controller.signal,
    moved: () => {
      callOff()
      callOff = start()
    },
    end: () => {
      callOff()
      outer?.removeEventListener('abort', stop)
    },
  }
}
