/** Beside which part of the card a refusal of the server belongs. */
import type { ErrorCode, FieldCode, Problem } from '@sampan/contract/errors'
import { type SenderLine, senderLineNames } from '@sampan/contract/rules/sender-values'
import { asProblem } from '../../../lib/is-problem.ts'

export type Place = 'files' | 'recipients' | 'options' | 'send'
export type OptionField = SenderLine | 'password' | 'downloadLimit' | 'expirySeconds'

const places: Partial<Record<ErrorCode, Place>> = {
  noFiles: 'files',
  overTransferLimit: 'files',
  tooManyFiles: 'files',
  insecureFileType: 'files',
  releaseFile: 'files',
  invalidPath: 'files',
  duplicatePath: 'files',
  tooManyRecipients: 'recipients',
  tooManyMails: 'recipients',
  accountNeeded: 'options',
  expiryNotAllowed: 'options',
}
const optionFields: OptionField[] = [...senderLineNames, 'password', 'downloadLimit', 'expirySeconds']

/** What is wrong with one field of the options panel. */
export const optionFault = (problem: unknown, field: OptionField): FieldCode | null => asProblem(problem)?.fields?.[field] ?? null

/** Those of the recipients that the refusal names. */
export function refusedAddresses(error: unknown): readonly string[] {
  const problem = asProblem(error)
  return problem?.code === 'tooManyMails' && Array.isArray(problem.details.emails) ? problem.details.emails : []
}

export function placeOf(error: unknown): Place {
  const problem = asProblem(error)
  if (!problem) return 'send'
  if (optionFields.some((field) => optionFault(problem, field))) return 'options'
  return places[problem.code] ?? 'send'
}

const ofTheDraft: ErrorCode[] = [
  'invalidInput',
  'addressNotVerified',
  'monthUsedUp',
  'storageFull',
  'planUnpaid',
  'accountSuspended',
  'accountLeaving',
  'teamUnpaid',
  'teamSuspended',
  'teamLeaving',
  'seatPaused',
  'notInTeam',
  'teamLogInNeeded',
  'linksReserved',
  'signedOut',
]

/** The draft, the account or the verification of the address has to change: trying again would be refused again. */
export const concernsDraft = (error: unknown): error is Problem => {
  const problem = asProblem(error)
  return problem !== null && (placeOf(problem) !== 'send' || ofTheDraft.includes(problem.code))
}
