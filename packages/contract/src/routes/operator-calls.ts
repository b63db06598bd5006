/** What the calls of the operator's pages have in common (O11). */
import * as z from 'zod/mini'
import { idempotencyKey } from './headers.ts'

export const ofOperator = { who: 'operator' } as const
/** Below which row of several tables a list goes on: as the page above has named it. */
export const place = z.string().check(z.regex(/^\d{1,14}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'invalid'))
/** `next`: where the next page begins; null on the last one. */
export const goesOn = { hasMore: z.boolean(), next: z.nullable(z.string()) }
export const readErrors = ['invalidInput', 'notFound', 'signedOut', 'operatorUnsecured'] as const
/** What changes something wants a fresh proof, and is written down. */
export const act = { ...ofOperator, method: 'POST', needsProof: true, headers: idempotencyKey } as const
export const actErrors = [...readErrors, 'proofNeeded'] as const
