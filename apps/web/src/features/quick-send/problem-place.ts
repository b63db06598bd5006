/** Beside which part of the card a refusal of the server belongs. */
import { type ErrorCode, Problem } from '@sampan/contract/errors'

export type Place = 'files' | 'recipients' | 'send'

const places: Partial<Record<ErrorCode, Place>> = {
  noFiles: 'files',
  overTransferLimit: 'files',
  tooManyFiles: 'files',
  insecureFileType: 'files',
  releaseFile: 'files',
  invalidPath: 'files',
  duplicatePath: 'files',
  tooManyRecipients: 'recipients',
}

export const placeOf = (problem: unknown): Place => (problem instanceof Problem ? (places[problem.code] ?? 'send') : 'send')

const ofTheDraft: ErrorCode[] = ['invalidInput', 'addressNotVerified', 'monthUsedUp', 'expiryNotAllowed', 'linksReserved']

/** The draft, or the proof of the address, has to change: trying again would be refused again. */
export const concernsDraft = (error: unknown): error is Problem =>
  error instanceof Problem && (placeOf(error) !== 'send' || ofTheDraft.includes(error.code))
