/** Answers after which there is no transfer. */
import { type ErrorCode, Problem } from '@sampan/contract/errors'

/**
 * Said by the server before it publishes, and never of what is published. After anything else there may be a transfer, whose answer was
 * lost: it is gone on with, or it would be sent twice.
 */
const refusals: readonly ErrorCode[] = [
  'invalidInput',
  'linksReserved',
  'tooManyRecipients',
  'expiryNotAllowed',
  'monthUsedUp',
  'storageFull',
  'noFiles',
]

export const isRefused = (error: unknown): boolean => error instanceof Problem && refusals.includes(error.code)
