/** Repeats what the network or a restarting server refuses, until nothing has moved for as long as the person will wait. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@sampan/contract/errors'
import type { Context } from './context.ts'
import { isPassing } from './failure.ts'

const firstWaitMs = 250
const longestWaitMs = 10_000
const reportFromTry = 2

/** Between half and the whole, so that many do not come back at once; later where the server says so. */
const waitMs = (error: unknown, tries: number): number => {
  const asked = error instanceof Problem ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  return Math.max(asked, Math.min(longestWaitMs, firstWaitMs * 2 ** tries) * (0.5 + Math.random() / 2))
}
const isOnItsWay = (error: unknown): boolean => error instanceof Problem && error.code === 'transferUploading'

type Waiting = Pick<Context, 'giveUpMs' | 'show' | 'world'>
export type Retries = {
  /** Something came or went: the waiting begins anew. */
  moved(): void
  /** Waits for the next try, or throws the error that it is too late to retry after. */
  wait(error: unknown): Promise<void>
}

/** `signal` ends the waiting early; else Ctrl-C does. */
export function createRetries({ giveUpMs, show, world }: Waiting, signal: AbortSignal = world.signal): Retries {
  let [movedAt, tries] = [performance.now(), 0]
  return {
    moved() {
      movedAt = performance.now()
      tries = 0
    },
    async wait(error) {
      const pauseMs = waitMs(error, tries++)
      if (signal.aborted || !isPassing(error) || performance.now() + pauseMs - movedAt > giveUpMs) throw error
      // One failure passes without a word.
      if (tries === reportFromTry && !isOnItsWay(error)) show.note('serverAway')
      await sleep(pauseMs, undefined, { signal }).catch(() => {
        throw signal.reason
      })
    },
  }
}

export async function withRetries<T>(context: Waiting, call: () => Promise<T>): Promise<T> {
  const retrying = createRetries(context)
  for (;;) {
    try {
      return await call()
    } catch (error) {
      await retrying.wait(error)
    }
  }
}
