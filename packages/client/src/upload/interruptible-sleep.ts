/** A pause that can be cut short. */
import type { Clock } from '../clock.ts'

export type InterruptibleSleep = {
  /** Rejects with the signal's reason. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
  wake(): void
}

export function createInterruptibleSleep(clock: Pick<Clock, 'sleep'>): InterruptibleSleep {
  let wake = () => {}
  return {
    async wait(milliseconds, signal) {
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
