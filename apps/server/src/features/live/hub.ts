/** Of one process: who is to be told of an owner's news. Listens from the first one on. */
import { type LiveNews, listenLive } from '../../db/live.ts'

type Listener = {
  hear: (news: LiveNews) => void
  /** Something may have been missed. */
  missed: () => void
  /** Nothing will be heard for a while. */
  end: () => void
}

export type Hub = {
  /** Only news of this owner; false where nothing can be heard at the moment. Answers with how to leave. */
  join: (ownerId: string, listener: Listener) => Promise<(() => void) | null>
  close: () => void
}

/** A connection that is lost is made again at once; what takes longer, its listeners do not wait for. */
const timeoutMs = 10_000
const firstMs = 5_000

export function makeHub(pool: Parameters<typeof listenLive>[0]): Hub {
  const listeners = new Map<string, Set<Listener>>()
  const all = () => [...listeners.values()].flatMap((some) => [...some])
  const waiting = new Set<() => void>()
  let ear: { stop: () => void } | undefined
  let isListening = false
  let givingUp: NodeJS.Timeout | undefined

  function began(): void {
    isListening = true
    clearTimeout(givingUp)
    for (const go of waiting) go()
    for (const { missed } of all()) missed()
  }

  function lost(): void {
    isListening = false
    givingUp = setTimeout(() => {
      for (const { end } of all()) end()
    }, timeoutMs)
    givingUp.unref()
  }

  const hear = (news: LiveNews): void => {
    for (const listener of listeners.get(news.ownerId) ?? []) listener.hear(news)
  }

  function listens(): Promise<boolean> {
    ear ??= listenLive(pool, { hear, began, lost })
    if (isListening) return Promise.resolve(true)
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(late)
        waiting.delete(done)
        resolve(isListening)
      }
      const late = setTimeout(done, firstMs)
      waiting.add(done)
    })
  }

  function enter(ownerId: string, listener: Listener): () => void {
    const same = listeners.get(ownerId) ?? new Set()
    listeners.set(ownerId, same.add(listener))
    return () => {
      same.delete(listener)
      if (same.size === 0 && listeners.get(ownerId) === same) listeners.delete(ownerId)
    }
  }

  return {
    join: async (ownerId, listener) => ((await listens()) ? enter(ownerId, listener) : null),
    close: () => {
      clearTimeout(givingUp)
      ear?.stop()
      for (const go of waiting) go()
    },
  }
}
