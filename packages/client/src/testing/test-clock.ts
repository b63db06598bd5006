/** A clock that tests move: sleeps end at once and are written down, timers run only when time is advanced. */
import type { Clock } from '../clock.ts'

export type TestClock = Clock & {
  slept: number[]
  advance(milliseconds: number): void
  /** The computer sleeps: the calendar goes on, timers do not. */
  fallAsleep(milliseconds: number): void
}

export function testClock(): TestClock {
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  let sleptThrough = 0
  const slept: number[] = []
  return {
    slept,
    now: () => now,
    wall: () => now + sleptThrough,
    fallAsleep: (milliseconds) => {
      sleptThrough += milliseconds
    },
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted()
      slept.push(milliseconds)
    },
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance(milliseconds) {
      const until = now + milliseconds
      for (;;) {
        const next = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        timers = timers.filter((timer) => timer !== next)
        now = Math.max(now, next.at)
        next.run()
      }
      now = until
    },
  }
}
