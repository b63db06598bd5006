import { Problem } from '@sampan/contract/errors'
import type { Transaction } from '../../db/connect.ts'
import { takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'

/** Whether one more network address may be told that an account is there (R20). */
export const mayReportTaken = (
  tx: Transaction,
  { rateLimits }: Services['config'],
  networkKey: string,
  now: Date,
): Promise<boolean> =>
  takeRate(tx, rateLimits.emailTakenNetwork, networkKey, now).then(
    () => true,
    (error) => {
      if (error instanceof Problem && error.code === 'rateLimited') return false
      throw error
    },
  )
