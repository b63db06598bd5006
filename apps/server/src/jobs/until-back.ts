import type { JobTry } from './queue.ts'

const awaySeconds = 3_600

/** A disk may be away longer than all tries last, whatever it answers: until it is back, what has to be done is tried again. */
export const untilBack = (
  doing: Promise<void>,
  { attempt, maxAttempts }: JobTry,
  again: (afterSeconds: number) => Promise<void>,
): Promise<void> =>
  doing.catch((error) => {
    if (attempt < maxAttempts) throw error
    return again(awaySeconds)
  })
