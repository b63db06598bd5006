import { createHash } from 'node:crypto'
import type { RateName } from '@sampan/contract/rate-limits'
import type { Db, Transaction } from '../db/connect.ts'
import { isRateTaken, type RateRule, takeRateIfLeft } from './rate-limit.ts'

/** The Idempotency-Key of a call: the same again is answered as the first time, and does nothing anew (H3). */
export const requestKeyOf = ({ headers }: { headers: { 'Idempotency-Key': string | undefined } }): string | undefined =>
  headers['Idempotency-Key']?.slice(0, 200)

type Rules = { rateLimits: Record<RateName, RateRule> }
/** `of`: what the call is about; the same key elsewhere is another call's. */
export type KeyedCall = { of: string; requestKey: string | undefined }

const hashOf = ({ of, requestKey }: KeyedCall): string => createHash('sha256').update(`${of} ${requestKey}`).digest('base64url')

/** Whether this very call was made before; if not, it is from the end of this transaction on. Of the same ones that race the others wait here. */
export async function isRepeated(tx: Transaction, { rateLimits }: Rules, call: KeyedCall, now: Date): Promise<boolean> {
  if (!call.requestKey) return false
  return (await takeRateIfLeft(tx, rateLimits.repeatedCall, hashOf(call), now)) === null
}

/** The same, for an early look that notes nothing. */
export const wasMade = async (db: Db, { rateLimits }: Rules, call: KeyedCall, now: Date): Promise<boolean> =>
  call.requestKey !== undefined && (await isRateTaken(db, rateLimits.repeatedCall, hashOf(call), now))
