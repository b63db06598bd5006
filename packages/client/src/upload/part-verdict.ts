/** What the failure of a part calls for. */
import { Problem } from '@sampan/contract/errors'
import { parts } from '@sampan/contract/limits'
import { NetworkError } from '../network-error.ts'
import { isFinal } from './failure.ts'
import type { Range } from './ranges.ts'
import { FileLocked } from './read-part.ts'
import type { UploadWarning } from './upload.ts'
import type { Piece } from './work-queue.ts'

export type Warning = { kind: UploadWarning; path: string | null; blob: number; range: Range }

const longestWaitMs = 60_000
/** How long the client waits after these answers, even if they name no time. */
const ownWaitMs: Partial<Record<Problem['code'], number>> = { diskFull: 30_000, uploadChecking: 5000 }
const awayStatuses: readonly unknown[] = [502, 503, 504]
const waitCodes: readonly string[] = ['unavailable', 'rateLimited', 'diskFull', 'uploadChecking']

/** Whether there was no answer, or only a proxy's that it got none either. */
function isOfLine(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof TypeError) return true
  if (!(error instanceof Problem)) return false
  return awayStatuses.includes(error.details.status) || (error.code === 'ticketInvalid' && error.details.name === 'NetworkError')
}

/** The server reads what it has of this upload, for as long as that takes: after a loss of power, or a repair. */
export const isBeingChecked = (error: unknown): error is Problem => error instanceof Problem && error.code === 'uploadChecking'

/** The server says itself that it is to be waited for, and how long. */
function isAskedToWait(error: unknown): error is Problem {
  if (!(error instanceof Problem) || !waitCodes.includes(error.code)) return false
  return error.code in ownWaitMs || error.retryAfterSeconds !== undefined
}

/**
 * final: nothing heals it. wait: come back when the server said, which counts as no attempt. line: perhaps nobody is there, so find out
 * first. attempt: one of the twelve (U2).
 */
export function verdictOn(error: unknown): 'final' | 'wait' | 'line' | 'attempt' {
  if (isFinal(error)) return 'final'
  if (isAskedToWait(error)) return 'wait'
  return isOfLine(error) ? 'line' : 'attempt'
}

/** How long the server wants to be left alone. */
export function askedWaitMs(error: unknown): number {
  if (!(error instanceof Problem)) return 0
  const { retryAfterSeconds, code } = error
  return Math.min(retryAfterSeconds !== undefined ? retryAfterSeconds * 1000 : (ownWaitMs[code] ?? 0), longestWaitMs)
}

/** How long to wait before the attempt of this number. */
export function waitMsBefore(attempt: number, error: unknown): number {
  return Math.max(askedWaitMs(error), attempt >= parts.waitFromAttempt ? parts.waitMs : 0)
}

/** Locked files, old tickets and a server that reads are no reason to send less at once. */
export const speaksOfLine = (error: unknown): boolean =>
  !(error instanceof FileLocked || isBeingChecked(error) || (error instanceof Problem && error.code === 'ticketInvalid'))

const isWarned = (tries: number): boolean => (parts.warnAtAttempts as readonly number[]).includes(tries)

/** What the sender is told after so many failures of a piece, if anything (U3). */
export function warningOf(error: unknown, piece: Piece, failures: number): Warning | null {
  const place = { blob: piece.blob, range: [piece.from, piece.to] as const, path: null }
  if (error instanceof Problem && error.code === 'diskFull') return { kind: 'serverFull', ...place }
  if (!isWarned(failures)) return null
  if (error instanceof FileLocked) return { ...place, kind: 'fileLocked', path: error.placed.file.path }
  return { kind: 'slowNetwork', ...place }
}
