import { verifiedSeconds } from '@sampan/contract/limits'
import { addSeconds } from '../../add-seconds.ts'
import type { Db } from '../../db/connect.ts'
import { verifiedSince } from './queries.ts'

/** Until when the address counts as verified in this browser; null if it does not. */
export async function verifiedUntil(db: Db, browserHash: string, email: string, now: Date): Promise<Date | null> {
  const verifiedAt = await verifiedSince(db, browserHash, email, addSeconds(now, -verifiedSeconds))
  return verifiedAt && addSeconds(verifiedAt, verifiedSeconds)
}

/** Whether this browser verified the address within the last 24 hours (Q12). The address comes normalized. */
export const isVerified = async (db: Db, browserHash: string, email: string, now: Date): Promise<boolean> =>
  (await verifiedUntil(db, browserHash, email, now)) !== null
