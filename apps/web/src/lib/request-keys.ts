/** What is asked for again as it was has the same key, so that a try whose answer was lost does nothing twice; what was changed has another. */
import { randomId } from '@sampan/client/random-id'

export function makeRequestKeys(): (of: unknown) => string {
  let last: { text: string; key: string } | null = null
  return (of) => {
    const text = JSON.stringify(of)
    if (last?.text !== text) last = { text, key: randomId() }
    return last.key
  }
}
