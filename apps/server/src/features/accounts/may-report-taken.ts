import type { Transaction } from '../../db/connect.ts'
import { takeRateIfLeft } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'

/** Whether one more network address may be told that an account is there (R20). */
export const mayReportTaken = async (
  tx: Transaction,
  { rateLimits }: Services['config'],
  networkKey: string,
  now: Date,
): Promise<boolean> => (await takeRateIfLeft(tx, rateLimits.emailTakenNetwork, networkKey, now)) !== null
