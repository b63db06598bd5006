/** A pause that can be cut short. */
import type { Clock } from '../clock.ts'

export type Nap = {
  /** Rejects with the signal's reason. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  wake(): void
}

export function createNap(clock: Pick<Clock, 'sleep'>): Nap {
  let wake = () => {}
  return {
    async sleep(milliseconds, signal) {
      const waking = new AbortController()
      const stop = () => waking.abort()
      signal.addEventListener('abort', stop, { once: true })
      wake = stop
      await clock.sleep(milliseconds, waking.signal).catch(() => {})
      signal.removeEventListener('abort', stop)
      signal.throwIfAborted()
    },
    wake: () => wake(),
  }
}
