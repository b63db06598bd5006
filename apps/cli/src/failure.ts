/** What ends a run early: exit codes, and the sentence for each error. */
import { NetworkError } from '@sampan/client/network-error'
import { type ErrorCode, Problem } from '@sampan/contract/errors'
import type { Language } from '@sampan/contract/paths'
import { type CliKey, cliText } from '@sampan/texts/cli'
import { errorText, fieldText } from '@sampan/texts/errors'

/** As docs/command-line.md lists them. */
export const exitCodes = { done: 0, failed: 1, usage: 2, refused: 3, network: 4, interrupted: 130 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Foreseen, told by a text of the catalogue. */
export class Stop extends Error {
  readonly exitCode: ExitCode
  readonly key: CliKey
  readonly values: Record<string, string | number>

  constructor(kind: keyof typeof exitCodes, key: CliKey, values: Record<string, string | number> = {}) {
    super(key)
    this.name = 'Stop'
    this.exitCode = exitCodes[kind]
    this.key = key
    this.values = values
  }
}

const awayStatuses: readonly unknown[] = [502, 503, 504]
const passingCodes: readonly ErrorCode[] = ['unavailable', 'uploadChecking', 'transferUploading']
/** What may be otherwise a moment later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof Problem && (passingCodes.includes(error.code) || awayStatuses.includes(error.details.status)))

const ourFault: readonly ErrorCode[] = ['internal', 'fileLost', 'fileUnreadable']

export function exitCodeOf(error: unknown, signal: AbortSignal): ExitCode {
  if (signal.aborted) return exitCodes.interrupted
  if (error instanceof Stop) return error.exitCode
  if (isPassing(error)) return exitCodes.network
  if (!(error instanceof Problem)) return exitCodes.failed
  if (error.code === 'ticketInvalid') return error.details.name === 'NetworkError' ? exitCodes.network : exitCodes.refused
  return ourFault.includes(error.code) ? exitCodes.failed : exitCodes.refused
}

function problemText(problem: Problem, language: Language): string {
  // A wrong password is named by its code already.
  const named = problem.code === 'passwordWrong' ? {} : (problem.fields ?? {})
  const fields = Object.entries(named).map(([name, code]) => `${name}: ${fieldText(code, language)}`)
  const wait = problem.retryAfterSeconds !== undefined && { waitSeconds: problem.retryAfterSeconds }
  if (problem.code === 'scopeMissing') return cliText(language, 'scopeMissing', { scope: String(problem.details.scope) })
  const { requestId } = problem.details
  const text = errorText(problem.code, { ...problem.details, ...wait }, language)
  return [text, ...fields, ...(problem.code === 'internal' && requestId ? [`(${String(requestId)})`] : [])].join(' ')
}

/** The innermost reason: what the system says of a socket or a file. */
function causeOf(error: unknown): string {
  const { cause, message, code } = error as Error & { code?: string }
  if (cause) return causeOf(cause)
  return message || code || String(error)
}

export function sentenceOf(error: unknown, language: Language, signal: AbortSignal): string {
  if (signal.aborted) return cliText(language, 'interrupted')
  if (error instanceof Stop) return cliText(language, error.key, error.values)
  if (error instanceof NetworkError) return cliText(language, 'networkGaveUp', { why: causeOf(error) })
  if (error instanceof Problem) return problemText(error, language)
  return error instanceof Error ? causeOf(error) : String(error)
}

/** One word for programs. */
export function codeOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'interrupted'
  if (error instanceof Problem) return error.code
  if (error instanceof Stop) return error.key
  return error instanceof NetworkError ? 'network' : 'failed'
}
