/** What an upload is wanted to be, and what has become of it: its state, its moves, and what is told of it. Pure. */
import type { Problem } from '@sampan/contract/errors'
import { totalBytes as sumOf } from '@sampan/contract/rules/file-set'
import type { Warning } from './part-verdict.ts'
import type { TicketRequest } from './ticket.ts'
import type { SourceFile, UploadPhase, UploadSnapshot, UploadWarning } from './upload.ts'

export type Ending = { phase: 'complete' } | { phase: 'failed'; error: Problem } | { phase: 'cancelled' }

export type UploadState = {
  ticketRequest: TicketRequest
  files: readonly SourceFile[]
  sender: string | undefined
  isOpen: boolean
  isPaused: boolean
  /** The server's plan is being asked for. */
  isPreparing: boolean
  /** An interrupted upload is there, but not to be had yet. */
  isAwaited: boolean
  /** Beginning it was refused. */
  refused: Problem | null
  warning: Warning | null
  ending: Ending | null
}

export const newUploadState = (
  wish: Pick<UploadState, 'ticketRequest' | 'files'> & Partial<Pick<UploadState, 'sender' | 'isOpen'>>,
): UploadState => ({
  ticketRequest: wish.ticketRequest,
  files: wish.files,
  sender: wish.sender,
  isOpen: wish.isOpen ?? false,
  isPaused: false,
  isPreparing: false,
  isAwaited: false,
  refused: null,
  warning: null,
  ending: null,
})

export type UploadMove =
  | { type: 'chosen'; files: readonly SourceFile[] }
  | { type: 'sealed'; sender: string | undefined }
  | { type: 'reopened' }
  | { type: 'handedOver'; ticketRequest: TicketRequest }
  /** It begins, or what was refused is asked for again. */
  | { type: 'proceeded'; isBegun: boolean }
  | { type: 'awaited' }
  | { type: 'prepared' }
  | { type: 'refused'; refused: Problem }
  | { type: 'warned'; warning: Warning | null }
  | { type: 'paused' }
  | { type: 'resumed' }
  | { type: 'ended'; how: Ending }

function proceeded(state: UploadState, isBegun: boolean): UploadState {
  const hasNothing = state.isOpen && state.files.length === 0
  return { ...state, refused: null, isPreparing: state.isPreparing || !(isBegun || hasNothing) }
}

/** The same object where the move changes nothing: an upload that has ended moves no more. */
export function movedUpload(state: UploadState, move: UploadMove): UploadState {
  // A plan that comes too late is still the end of asking for it, and what has failed is discarded as whoever it belongs to by then.
  if (move.type === 'prepared') return { ...state, isPreparing: false }
  if (move.type === 'handedOver') return { ...state, ticketRequest: move.ticketRequest }
  if (state.ending) return state
  switch (move.type) {
    case 'chosen':
      return state.isOpen && move.files !== state.files ? { ...state, files: move.files } : state
    case 'sealed':
      return { ...state, isOpen: false, sender: move.sender ?? state.sender }
    case 'reopened':
      return { ...state, isOpen: true }
    case 'proceeded':
      return proceeded(state, move.isBegun)
    case 'awaited':
      return { ...state, isAwaited: true }
    case 'refused':
      return { ...state, refused: move.refused }
    case 'warned':
      return { ...state, warning: move.warning }
    case 'paused':
      return state.isPaused ? state : { ...state, isPaused: true }
    case 'resumed':
      return state.isPaused ? { ...state, isPaused: false } : state
    case 'ended':
      return { ...state, ending: move.how }
  }
}

/** What the parts of an upload are at this moment. */
export type UploadFacts = {
  sentBytes: number
  signsOfLife: number
  resumedBytes: number
  /** An interrupted one is gone on with, as was asked for or found; null while that is not known. */
  isTakenUp: boolean | null
  isWhole: boolean
  isAway: boolean
  isChecked: boolean
  bytesPerSecond: number | null
  secondsLeft: number | null
  held: Problem | null
}

function phaseOf({ ending, isPaused, isOpen, isAwaited }: UploadState, facts: UploadFacts, isNamed: boolean): UploadPhase {
  if (ending) return ending.phase
  if (isPaused) return 'paused'
  if (facts.isAway) return 'waiting'
  if (isOpen && facts.isWhole) return 'ready'
  if (facts.sentBytes > facts.resumedBytes) return 'sending'
  return (facts.isTakenUp ?? isAwaited) || isNamed ? 'resuming' : 'warming'
}

function warningOf({ ending, warning }: UploadState, { isAway, isChecked }: UploadFacts): UploadWarning | null {
  if (ending || !isAway) return warning?.kind ?? null
  return isChecked ? 'serverChecking' : 'serverAway'
}

export const isMoving = ({ ending, isPaused }: UploadState): boolean => !ending && !isPaused

/** `isNamed`: whoever began it said which upload it goes on with. */
export function snapshotOf(state: UploadState, facts: UploadFacts, isNamed: boolean): UploadSnapshot {
  const { ending, warning, files } = state
  const { sentBytes, signsOfLife, resumedBytes, bytesPerSecond, secondsLeft, held } = facts
  const error = ending?.phase === 'failed' ? ending.error : null
  return {
    phase: phaseOf(state, facts, isNamed),
    sentBytes,
    signsOfLife,
    totalBytes: sumOf(files),
    resumedBytes,
    bytesPerSecond,
    secondsLeft,
    warning: isMoving(state) || error ? warningOf(state, facts) : null,
    error,
    lockedFile: warning?.path ?? null,
    held: ending ? null : held,
  }
}
