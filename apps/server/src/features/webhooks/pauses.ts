/** When what has failed is tried again, and when nothing more is (O9). */
import { webhookLimits } from '@sampan/contract/webhook-limits'
import { addSeconds } from '../../add-seconds.ts'

const { retrySeconds, pausedAfterDays } = webhookLimits

export const triesOfEvent = 1 + retrySeconds.length

/** After a try that leaves so many; what was asked for by hand is tried once. */
export function nextTryOf(now: Date, triesLeft: number): Date {
  const wait = retrySeconds.at(-triesLeft)
  return addSeconds(now, triesLeft > 0 && wait !== undefined ? wait : retrySeconds[0])
}

export const hasFailedForLong = (failingSince: Date, now: Date): boolean =>
  addSeconds(failingSince, pausedAfterDays * 86_400) <= now
