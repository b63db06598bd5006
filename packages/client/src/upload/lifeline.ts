/** Tells a server that fails from one that is out of reach: the first is tried so many times, the second is waited for. */
import type { Clock } from '../clock.ts'
import { createInterruptibleSleep } from './interruptible-sleep.ts'

export type Lifeline = {
  /**
   * Asks whether anybody answers; all who ask at one time share the answer. Resolves when there is one: true when it was long in coming
   * and everything has been looked at anew by then. `isThere`: somebody answered, but everything is to be looked at anew in any case.
   */
  confirm(signal: AbortSignal, isThere?: boolean): Promise<boolean>
  isAway(): boolean
  /** Ends the pause between two questions. */
  hurry(): void
}
type Options = {
  clock: Clock
  random?: () => number
  /** Asks the server once; false when no answer came. */
  ask(signal: AbortSignal): Promise<boolean>
  /** The server is back: rejects with what ends the upload; when it is gone again or busy, how long it asks to be left alone. */
  onBack(signal: AbortSignal): Promise<'ready' | { waitMs: number }>
  onChange(): void
}

const firstPauseMs = 1000
const longestPauseMs = 30_000

/** Grows; between half and the whole of it, so that many clients do not come back at once. */
const pauseMs = (failures: number, random: () => number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** failures) * (0.5 + random() / 2)

export function createLifeline({ clock, random = Math.random, ask, onBack, onChange }: Options): Lifeline {
  let asking: Promise<boolean> | null = null
  let isAway = false
  const sleep = createInterruptibleSleep(clock)

  function notify(isAwayNow: boolean): void {
    if (isAway === isAwayNow) return
    isAway = isAwayNow
    onChange()
  }
  async function untilThere(signal: AbortSignal, isThere: boolean): Promise<boolean> {
    for (let failures = 0; ; failures++) {
      let askedMs = 0
      if (await ask(signal)) {
        if (failures === 0 && !isThere) return false
        const found = await onBack(signal)
        if (found === 'ready') return true
        askedMs = found.waitMs
      }
      signal.throwIfAborted()
      notify(true)
      await sleep.wait(Math.max(askedMs, pauseMs(failures, random)), signal)
    }
  }
  return {
    confirm(signal, isThere = false) {
      asking ??= untilThere(signal, isThere).finally(() => {
        asking = null
        notify(false)
      })
      return asking
    },
    isAway: () => isAway,
    hurry: sleep.wake,
  }
}
