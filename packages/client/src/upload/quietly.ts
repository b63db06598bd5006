import type { Problem } from '@sampan/contract/errors'
import { outcomeOf, pauseAfter } from './keep-plan.ts'
import type { Nap } from './nap.ts'

type How = {
  isQuiet: () => boolean
  /** What is refused is asked again for a sender who became known meanwhile. */
  sender: () => string | undefined
  nap: Nap
  signal: AbortSignal
}

/** Tries again by itself while nobody waits for it; ends with what was done, or with what the server refuses. */
export async function quietly<T>(
  act: () => Promise<T>,
  { isQuiet, sender, nap, signal }: How,
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
      await nap.sleep(pauseAfter(error, failures++), signal)
    }
  }
}
