/** What the calls of the operator's pages have in common (O11). */
import { idempotencyKey } from './headers.ts'

export const ofOperator = { who: 'operator' } as const
export const readErrors = ['invalidInput', 'notFound', 'signedOut', 'operatorUnsecured'] as const
/** What changes something wants a fresh proof, and is written down. */
export const act = { ...ofOperator, method: 'POST', needsProof: true, headers: idempotencyKey } as const
export const actErrors = [...readErrors, 'proofNeeded'] as const
