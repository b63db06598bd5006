/** In which order transfers are sent (Q25): one runs at a time, the others begin by themselves. Pure. */

/** stopped: it has failed, and waits for a press; what is behind it does not wait for that. */
export type Place = { id: number; state: 'runs' | 'waits' | 'stopped' }
export type Queue = readonly Place[]
export type QueueEvent =
  /** Send was pressed. */
  | { type: 'sent'; id: number }
  /** It arrived, was cancelled, or is a draft again. */
  | { type: 'over'; id: number }
  | { type: 'stopped'; id: number }
  | { type: 'again'; id: number }
  /** Before all others that wait. */
  | { type: 'next'; id: number }

export const runningOf = (queue: Queue): number | null => queue.find(({ state }) => state === 'runs')?.id ?? null

function settled(queue: Queue): Queue {
  if (runningOf(queue) !== null) return queue
  const first = queue.find(({ state }) => state === 'waits')
  return queue.map((place) => (place === first ? { ...place, state: 'runs' } : place))
}

function changed(queue: Queue, { type, id }: QueueEvent): Queue {
  const place = queue.find((one) => one.id === id)
  const others = queue.filter((one) => one !== place)
  if (type === 'sent') return place ? queue : [...queue, { id, state: 'waits' }]
  if (!place) return queue
  switch (type) {
    case 'over':
      return others
    case 'stopped':
      return [...others, { id, state: 'stopped' }]
    case 'again':
      return place.state === 'runs' ? queue : [...others, { id, state: 'waits' }]
    case 'next': {
      if (place.state !== 'waits') return queue
      const runs = others.filter(({ state }) => state === 'runs')
      return [...runs, place, ...others.filter((one) => !runs.includes(one))]
    }
  }
}

/** The one that runs stands first. */
export function nextQueue(queue: Queue, event: QueueEvent): Queue {
  const next = settled(changed(queue, event))
  return [...next.filter(({ state }) => state === 'runs'), ...next.filter(({ state }) => state !== 'runs')]
}
