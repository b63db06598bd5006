/** When and how often a call is repeated (H3). */
import { Problem } from '@sampan/contract/errors'
import type { Clock } from './clock.ts'
import { NetworkError } from './network-error.ts'

export const maxRetries = 6
const firstWaitMs = 500
const longestWaitMs = 15_000
const passingStatuses: readonly unknown[] = [502, 503, 504]

/** Doubles each time; between half and the whole of that, so that many clients do not come back at once. */
export const backoffMs = (retry: number, random: () => number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** retry) * (0.5 + random() / 2)

/** 429 and an upload that is being checked are never repeated by themselves: the person, or the upload engine, decides. */
const isPassing = (error: unknown): boolean => {
  if (!(error instanceof Problem)) return error instanceof NetworkError
  if (error.code === 'uploadChecking') return false
  return error.code === 'unavailable' || passingStatuses.includes(error.details.status)
}

const waitMs = (error: unknown, retry: number, random: () => number): number => {
  const asked = error instanceof Problem ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  return Math.max(backoffMs(retry, random), Math.min(asked, longestWaitMs))
}

export type RetryOptions = { clock: Clock; random: () => number; signal?: AbortSignal | undefined; retries?: number | undefined }

/** Runs `attempt` until it answers, up to six times more unless told otherwise; the last error is thrown. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { clock, random, signal, retries = maxRetries }: RetryOptions,
): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return await attempt()
    } catch (error) {
      if (retry === retries || signal?.aborted || !isPassing(error)) throw error
      await clock.sleep(waitMs(error, retry, random), signal)
    }
  }
}
