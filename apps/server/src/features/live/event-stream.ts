/**
 * One reader's server-sent events. What is told within a moment goes out as one, each thing once; to a reader who is slow nothing more
 * goes until the rest has left, and then what has come meanwhile: so little is ever held for one.
 */
import { Readable } from 'node:stream'
import type { LiveEvent } from '@sampan/contract/routes/live'

export type EventStream = {
  readable: Readable
  send: (event: LiveEvent) => void
  /** A line that means nothing, so that nobody on the way takes the line for dead. */
  beat: () => void
  end: () => void
}

const gatherMs = 250
/** More than these at once: everything is asked anew. */
const maxPending = 50
/** Longer than any pause of ours: in so many milliseconds a browser of its own accord would come back. */
const retryLine = 'retry: 5000\n\n'

export function makeEventStream(): EventStream {
  const pending = new Map<string, LiveEvent>()
  let mayPush = true
  let isEnded = false
  let timer: NodeJS.Timeout | undefined
  const readable = new Readable({
    highWaterMark: 4096,
    read: () => {
      mayPush = true
      if (pending.size > 0) gather()
    },
    destroy: (error, done) => {
      clearTimeout(timer)
      isEnded = true
      done(error)
    },
  })

  function flush(): void {
    timer = undefined
    if (!mayPush || isEnded || pending.size === 0) return
    const text = [...pending.values()].map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
    pending.clear()
    mayPush = readable.push(text)
  }

  function gather(): void {
    timer ??= setTimeout(flush, gatherMs)
  }

  readable.push(retryLine)
  return {
    readable,
    send: (event) => {
      if (pending.has('all')) return
      if (event.what === 'all' || pending.size >= maxPending) {
        pending.clear()
        pending.set('all', { what: 'all' })
      } else pending.set(JSON.stringify(event), event)
      gather()
    },
    beat: () => {
      if (mayPush && !isEnded) mayPush = readable.push(':\n\n')
    },
    end: () => {
      clearTimeout(timer)
      if (!isEnded) readable.push(null)
      isEnded = true
    },
  }
}
