/** The pieces in hand, and whose turn it is: which one is sent, and whether another may be taken up (U2). */
import type { Clock } from '../clock.ts'
import type { FlightLimit } from './flight-limit.ts'
import type { Piece } from './work-queue.ts'

/**
 * Last moved at `movedAtMs`, never if it has not begun to. `leftAtMs` once all of it has left; `isWaiting` while it is only waited for an
 * answer to whether anybody is there.
 */
export type Hand = {
  piece: Piece
  movedAtMs: number
  leftAtMs: number | null
  isWaiting: boolean
  /** Of a file that cannot be read: tried again later, and until then in nobody's way. */
  isResting: boolean
  /** Read aside, or has been: not sent yet. `leave` once it only waits for its turn. */
  isReading: boolean
  leave: (() => void) | null
  giveUp: (error: Error) => void
}

export type Turns = {
  newHand(piece: Piece, isResting: boolean, giveUp: (error: Error) => void): Hand
  /** Whether another piece may be taken up. */
  mayTake(): boolean
  /** Lets those leave that have been read, as far as there is space: first come, first sent. */
  letLeave(): void
  /** Resolves when the hand may leave; `onWait` as soon as it only waits for that. */
  wait(hand: Hand, onWait: () => void): Promise<void>
}
type Options = { hands: Set<Hand>; limit: FlightLimit; clock: Clock; readsAhead: boolean; errorsInARow: () => number }

/** Read while all others are sent, so that the line never waits for a checksum. U2 counts those that are sent. */
const maxAhead = 1

export function createTurns({ hands, limit, clock, readsAhead, errorsInARow }: Options): Turns {
  const ahead = readsAhead ? maxAhead : 0
  const inHand = (): Hand[] => [...hands].filter(({ isResting }) => !isResting)
  function hasCapacity(beside: readonly Hand[]): boolean {
    const sending = beside.filter(({ leftAtMs }) => leftAtMs === null).length
    const bytes = beside.reduce((sum, { piece }) => sum + piece.to - piece.from, 0)
    return limit.hasCapacity({ inHand: beside.length, sending, bytes }, errorsInARow())
  }
  return {
    newHand: (piece, isResting, giveUp) => ({
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
      const all = inHand()
      const reading = all.filter(({ isReading }) => isReading)
      if (reading.length < ahead) return true
      const aside = reading.slice(0, ahead)
      return hasCapacity(all.filter((hand) => !aside.includes(hand)))
    },
    letLeave() {
      for (const hand of hands) {
        if (!hand.leave) continue
        if (!hasCapacity(inHand().filter(({ isReading }) => !isReading))) return
        hand.leave()
      }
    },
    wait(hand, onWait) {
      if (!hand.isReading) return Promise.resolve()
      // Whoever waits for a turn is not stuck.
      hand.movedAtMs = Number.POSITIVE_INFINITY
      return new Promise((resolve) => {
        hand.leave = () => {
          hand.leave = null
          hand.isReading = false
          hand.movedAtMs = clock.now()
          resolve()
        }
        onWait()
      })
    },
  }
}
