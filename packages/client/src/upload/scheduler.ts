/** The pieces under way, and which may go next: which one is sent, and whether another may be taken up (U2). */
import type { Clock } from '../clock.ts'
import type { FlightLimit } from './flight-limit.ts'
import type { Piece } from './work-queue.ts'

/**
 * Last moved at `movedAtMs`, never if it has not begun to. `leftAtMs` once all of it has left; `isWaiting` while it is only waited for an
 * answer to whether anybody is there.
 */
export type PartInFlight = {
  piece: Piece
  movedAtMs: number
  leftAtMs: number | null
  isWaiting: boolean
  /** A piece of a file that cannot be read. It is tried again later, and holds up no other until then. */
  isResting: boolean
  /** Read aside, or has been: not sent yet. `leave` once it only waits for its turn. */
  isReading: boolean
  leave: (() => void) | null
  giveUp: (error: Error) => void
}

export type Scheduler = {
  newPart(piece: Piece, isResting: boolean, giveUp: (error: Error) => void): PartInFlight
  /** Whether another piece may be taken up. */
  mayTake(): boolean
  /** Lets those leave that have been read, as far as there is space: first come, first sent. */
  letLeave(): void
  /** Resolves when the part may leave; `onWait` as soon as it only waits for that. */
  wait(part: PartInFlight, onWait: () => void): Promise<void>
}
type Options = { inFlight: Set<PartInFlight>; limit: FlightLimit; clock: Clock; readsAhead: boolean; errorsInARow: () => number }

/** Read while all others are sent, so that the line never waits for a checksum. U2 counts those that are sent. */
const maxAhead = 1

export function createScheduler({ inFlight, limit, clock, readsAhead, errorsInARow }: Options): Scheduler {
  const ahead = readsAhead ? maxAhead : 0
  const active = (): PartInFlight[] => [...inFlight].filter(({ isResting }) => !isResting)
  function hasCapacity(beside: readonly PartInFlight[]): boolean {
    const sending = beside.filter(({ leftAtMs }) => leftAtMs === null).length
    const bytes = beside.reduce((sum, { piece }) => sum + piece.to - piece.from, 0)
    return limit.hasCapacity({ inFlight: beside.length, sending, bytes }, errorsInARow())
  }
  return {
    newPart: (piece, isResting, giveUp) => ({
      piece,
      movedAtMs: Number.POSITIVE_INFINITY,
      leftAtMs: null,
      isWaiting: false,
      isResting,
      isReading: readsAhead,
      leave: null,
      giveUp,
    }),
    mayTake() {
      const all = active()
      const reading = all.filter(({ isReading }) => isReading)
      if (reading.length < ahead) return true
      const aside = reading.slice(0, ahead)
      return hasCapacity(all.filter((part) => !aside.includes(part)))
    },
    letLeave() {
      for (const part of inFlight) {
        if (!part.leave) continue
        if (!hasCapacity(active().filter(({ isReading }) => !isReading))) return
        part.leave()
      }
    },
    wait(part, onWait) {
      if (!part.isReading) return Promise.resolve()
      // Whoever waits for a turn is not stuck.
      part.movedAtMs = Number.POSITIVE_INFINITY
      return new Promise((resolve) => {
        part.leave = () => {
          part.leave = null
          part.isReading = false
          part.movedAtMs = clock.now()
          resolve()
        }
        onWait()
      })
    },
  }
}
