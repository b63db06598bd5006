/**
 * A worker whose event loop stands still does not die by itself, and whoever is given to it waits for ever: each is asked for a
 * sign of life, and killed when it has given none for long.
 */
import type { ToWorker } from './messages.ts'

/** Counted by the supervisor's own looks and not by the clock: a machine that slept, or a supervisor that was held up, adds one at most. */
const looks = 12

type Team = { serving: () => number[]; sendTo: (worker: number, message: ToWorker) => void; kill: (worker: number) => void }

export function watchSigns({ serving, sendTo, kill }: Team, silenceMs: number) {
  /** How often it was looked at since its last sign of life. */
  const missed = new Map<number, number>()
  const timer = setInterval(() => {
    for (const worker of serving()) {
      const count = missed.get(worker) ?? 0
      missed.set(worker, count + 1)
      if (count === looks) kill(worker)
      else sendTo(worker, { areYouThere: true })
    }
  }, silenceMs / looks)
  return {
    /** Also of one that ended: the next one in its place begins anew. */
    sign: (worker: number): void => void missed.delete(worker),
    stop: (): void => clearInterval(timer),
  }
}
