/** Keeps answers for a while: for what every part of an upload asks, and what may be some seconds old. */
const maxKnown = 10_000

/** A clock that is put back makes nothing known for longer: what was learned later than now is asked for again. */
export function memoizeWithTtl<T>(
  ask: (key: string) => Promise<T>,
  lifeMs: number,
  clock: () => Date,
): (key: string) => Promise<T> {
  const known = new Map<string, { answer: Promise<T>; atMs: number }>()
  return (key) => {
    const nowMs = clock().getTime()
    const found = known.get(key)
    if (found && found.atMs <= nowMs && nowMs < found.atMs + lifeMs) return found.answer
    if (known.size >= maxKnown) known.clear()
    const mine = { answer: ask(key), atMs: nowMs }
    known.set(key, mine)
    // A failure is not kept: whoever comes next asks again.
    mine.answer.catch(() => {
      if (known.get(key) === mine) known.delete(key)
    })
    return mine.answer
  }
}
