/** Why an upload ended: every error as a Problem that can be shown and reported. */
import { Problem } from '@sampan/contract/errors'
import { NetworkError } from '../network-error.ts'
import type { Range } from './ranges.ts'
import { FileLocked } from './read-part.ts'
import { type BlobSource, filesIn } from './sources.ts'

/** Errors that no repeating can heal. */
const finalCodes: ReadonlySet<string> = new Set([
  'invalidInput',
  'signedOut',
  'accountSuspended',
  'accountLeaving',
  'teamSuspended',
  'teamLeaving',
  'seatPaused',
  'notInTeam',
  'teamLogInNeeded',
  'notFound',
  'uploadNotFound',
  'uploadClosed',
  'lengthRequired',
  'partOutOfBounds',
  'tooMuchWritten',
])

export const isFinal = (error: unknown): error is Problem => error instanceof Problem && finalCodes.has(error.code)

const codeOf = (error: unknown): Problem['code'] => {
  if (error instanceof Problem) return error.code
  if (error instanceof FileLocked) return 'fileUnreadable'
  return error instanceof NetworkError ? 'unavailable' : 'internal'
}

/** Makes a Problem of any error; one that is a Problem already keeps its details. */
export function asProblem(error: unknown, details: Record<string, unknown> = {}): Problem {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  if (!(error instanceof Problem)) return new Problem(codeOf(error), { name, message, ...details })
  const { fields, retryAfterSeconds } = error
  const more = { ...(fields && { fields }), ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
  return new Problem(error.code, { name, message, ...error.details, ...details }, more)
}

/** The details that U3 asks for: name, message, file index, part and last request id. */
export function partFailure(error: unknown, source: BlobSource, [from, to]: Range, requestId: string | null): Problem {
  const placed = error instanceof FileLocked ? error.placed : filesIn(source, [from, to])[0]
  const part = { blobId: source.blobId, from, to }
  return asProblem(error, { fileIndex: placed?.index ?? null, path: placed?.file.path ?? null, part, requestId })
}
