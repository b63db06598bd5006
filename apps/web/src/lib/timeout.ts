/** How long the dashboard waits for an answer before it says that none came. */
import { NoAnswer } from './in-time.ts'

/** The call repeats by itself meanwhile; whoever looks on wants to know sooner than that gives up. */
const timeoutMs = 12_000

/** The answer of a call, which is given up after a while or when `outer` says so. */
export function within<T>(call: (signal: AbortSignal) => Promise<T>, outer?: AbortSignal, ms = timeoutMs): Promise<T> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(new NoAnswer()), ms)
  const follow = () => stop.abort(outer?.reason)
  outer?.addEventListener('abort', follow)
  // A call may wait for a new token first, which knows of no signal.
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason))
  })
  return Promise.race([call(stop.signal), stopped]).finally(() => {
    clearTimeout(timer)
    outer?.removeEventListener('abort', follow)
  })
}
