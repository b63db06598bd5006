/** What was learnt by sending parts, and what the failure of one leads to. Pure. */
import { Problem } from '@sampan/contract/errors'
import { parts } from '@sampan/contract/limits'
import { isBeingChecked, verdictOn, type Warning, waitMsBefore } from './part-verdict.ts'
import { bytesIn, intersect, type Range } from './ranges.ts'
import type { Piece } from './work-queue.ts'

export type PartsState = {
  errorsInARow: number
  lastRequestId: string | null
  /** Somebody answers, who still reads what is there. */
  isServerReading: boolean
  warning: Warning | null
}
export const newPartsState: PartsState = { errorsInARow: 0, lastRequestId: null, isServerReading: false, warning: null }

export type PartsMove =
  /** A part was taken. */
  | { type: 'stored' }
  /** One failed, and the line may be why. */
  | { type: 'lineFailed' }
  | { type: 'answered'; requestId: string }
  | { type: 'warned'; warning: Warning | null }
  /** Nobody was there when the server was asked, or it read what it has. */
  | { type: 'silent' }
  | { type: 'lookFailed'; error: unknown }
  /** The server has told what it has. */
  | { type: 'lookedAnew' }

export function movedParts(state: PartsState, move: PartsMove): PartsState {
  switch (move.type) {
    case 'stored':
      return state.errorsInARow === 0 ? state : { ...state, errorsInARow: 0 }
    case 'lineFailed':
      return { ...state, errorsInARow: state.errorsInARow + 1 }
    case 'answered':
      return { ...state, lastRequestId: move.requestId }
    case 'warned':
      return { ...state, warning: move.warning }
    case 'silent':
      return { ...state, isServerReading: false }
    case 'lookFailed':
      return { ...state, isServerReading: isBeingChecked(move.error) }
    case 'lookedAnew':
      return { ...state, errorsInARow: 0, isServerReading: false, warning: null }
  }
}

/** Whether some of what was warned about has arrived. */
export const isHealed = ({ warning }: PartsState, blob: number, ranges: readonly Range[]): boolean =>
  warning?.blob === blob && bytesIn(intersect([warning.range], ranges)) > 0

/** Between two tries of what failed for good, while nobody waits for it. */
export const longWaitMs = 30_000

export const isSizeRefused = (error: unknown): boolean => error instanceof Problem && error.code === 'bodyTooLarge'

/** The piece with one failure more. What the server asks to wait for counts as no attempt. */
export function failedOnce(piece: Piece, error: unknown): Piece {
  const isDelay = verdictOn(error) === 'wait'
  return { ...piece, tries: piece.tries + (isDelay ? 0 : 1), delays: piece.delays + (isDelay ? 1 : 0) }
}

type How = {
  /** It was refused for its size, and no smaller part can be sent instead. */
  isTooLarge: boolean
  /** Nobody waits for it yet: what has failed for good is tried again now and then. */
  keepsTrying: boolean
}

/** again: after its wait. rest: much later, and until then in nobody's way. end: the upload fails with it. */
export function afterFailure({ tries }: Piece, error: unknown, { isTooLarge, keepsTrying }: How): 'again' | 'rest' | 'end' {
  if (isTooLarge || verdictOn(error) === 'final') return 'end'
  if (tries < parts.attempts) return 'again'
  return keepsTrying ? 'rest' : 'end'
}

export const rested = (tried: Piece): Piece => ({ ...tried, tries: parts.attempts - 1, waitMs: longWaitMs })

/** `capBytes`: what its next attempt may have at most. */
export const waiting = (tried: Piece, error: unknown, capBytes: number): Piece => ({
  ...tried,
  capBytes,
  waitMs: waitMsBefore(tried.tries + 1, error),
})
