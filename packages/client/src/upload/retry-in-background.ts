import type { Problem } from '@sampan/contract/errors'
import type { InterruptibleSleep } from './interruptible-sleep.ts'
import { outcomeOf, pauseAfter } from './keep-plan.ts'

type How = {
  isQuiet: () => boolean
  /** What is refused is asked again for a sender who became known meanwhile. */
  sender: () => string | undefined
  sleep: InterruptibleSleep
  signal: AbortSignal
}

/** Tries again by itself while nobody waits for it; ends with what was done, or with what the server refuses. */
export async function retryInBackground<T>(
  act: () => Promise<T>,
  { isQuiet, sender, sleep, signal }: How,
): Promise<{ value: T } | { refused: Problem }> {
  for (let failures = 0; ; ) {
    const askedBy = sender()
    try {
      return { value: await act() }
    } catch (error) {
      if (sender() !== askedBy && outcomeOf(error) === 'refused') continue
      const outcome = isQuiet() && !signal.aborted ? outcomeOf(error) : 'fatal'
      if (outcome === 'fatal') throw error
      if (outcome === 'refused') return { refused: error as Problem }
      await sleep.wait(pauseAfter(error, failures++), signal)
    }
  }
}
