/** Runs once a second while an upload runs, and notices when the computer has slept in between. */
import type { Clock } from '../clock.ts'

const beatMs = 1000
/** A busy page may be late; so late it is only after sleeping. */
const lateMs = 10_000

export type Beat = { start(): void; stop(): void }

export function createBeat(clock: Clock, { onBeat, onWake }: { onBeat(): void; onWake(): void }): Beat {
  let lastWallMs = 0
  let cancel: (() => void) | null = null
  function beat(): void {
    const wallMs = clock.wall()
    if (wallMs - lastWallMs > beatMs + lateMs) onWake()
    lastWallMs = wallMs
    cancel = clock.after(beatMs, beat)
    onBeat()
  }
  return {
    start() {
      lastWallMs = clock.wall()
      cancel ??= clock.after(beatMs, beat)
    },
    stop() {
      cancel?.()
      cancel = null
    },
  }
}
