/** Asks anew for what has changed, each thing once for however many news, and not again before the answer is here. */
import type { LiveEvent } from '@sampan/contract/routes/live'
import type { QueryClient } from '@tanstack/react-query'
import { usageKey } from '../session/usage-key.ts'

type Key = readonly string[]

const restMs = 1000
/** What is worked out of very many rows, and is looked at over days. */
const slowRestMs = 10_000
const slow = ['analytics']
const everything: readonly Key[] = [
  ['transfers'],
  ['transfer'],
  ['requests'],
  ['request'],
  ['notifications'],
  usageKey,
  ['analytics'],
  ['contacts'],
  ['team'],
]

/** What an event makes old. */
export function keysOf(event: LiveEvent): readonly Key[] {
  if (event.what === 'notifications') return [['notifications']]
  // Who is what in a team decides what its people see.
  if (event.what === 'all' || event.what === 'team') return everything
  if (event.what === 'request') return [['requests'], event.slug ? ['request', event.slug] : ['request'], usageKey]
  return [['transfers'], event.slug ? ['transfer', event.slug] : ['transfer'], usageKey, ['analytics']]
}

export type Refresher = { add: (event: LiveEvent) => void; stop: () => void }

export function makeRefresher(queries: QueryClient, isHidden = () => document.hidden): Refresher {
  const wanted = new Map<string, Key>()
  const readyAt = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** What was just done must not be undone by an answer from before. */
  const mayAsk = ([first = '']: Key, now: number): boolean =>
    (readyAt.get(first) ?? 0) <= now && queries.isMutating({ mutationKey: [first] }) === 0

  function ask(id: string, key: Key): void {
    wanted.delete(id)
    const [first = ''] = key
    readyAt.set(first, Number.POSITIVE_INFINITY)
    const done = () => {
      readyAt.set(first, Date.now() + (slow.includes(first) ? slowRestMs : restMs))
      plan()
    }
    void queries.invalidateQueries({ queryKey: key }).then(done, done)
  }

  function flush(): void {
    timer = undefined
    // A page that nobody sees asks once it is seen.
    if (isHidden()) return
    const now = Date.now()
    const due = [...wanted].filter(([, key]) => mayAsk(key, now))
    const firsts = new Set<string | undefined>()
    for (const [id, key] of due) {
      // Of one kind one after the other: each is a question of its own.
      if (firsts.has(key[0])) continue
      firsts.add(key[0])
      ask(id, key)
    }
    if (wanted.size > 0) plan()
  }

  function plan(ms = restMs): void {
    if (wanted.size > 0) timer ??= setTimeout(flush, ms)
  }

  const see = () => plan(0)
  document.addEventListener('visibilitychange', see)
  return {
    add: (event) => {
      for (const key of keysOf(event)) wanted.set(key.join(' '), key)
      plan(100)
    },
    stop: () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', see)
    },
  }
}
