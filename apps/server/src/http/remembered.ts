/** Answers that are asked for again only after a while: what may be late by seconds and is asked with every part. */
const most = 10_000

export function remembered<T>(ask: (key: string) => Promise<T>, lifeMs: number): (key: string) => Promise<T> {
  const known = new Map<string, { answer: Promise<T>; until: number }>()
  return (key) => {
    const found = known.get(key)
    if (found && found.until > performance.now()) return found.answer
    if (known.size >= most) known.clear()
    const mine = { answer: ask(key), until: performance.now() + lifeMs }
    known.set(key, mine)
    // A failure is no answer: the next one asks again.
    mine.answer.catch(() => {
      if (known.get(key) === mine) known.delete(key)
    })
    return mine.answer
  }
}
