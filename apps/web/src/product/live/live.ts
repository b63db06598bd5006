/**
 * News for all tabs of a browser by one stream: the tab that holds the lock has it, and passes on what it hears; when it is closed another
 * one goes on. A browser without locks or channels has a stream in every tab.
 */
import type { LiveEvent } from '@sampan/contract/routes/live'
import { type Hearing, keepStream } from './live-stream.ts'

type Message = { event: LiveEvent } | { isLive: boolean } | { isAsking: true }

/** Ends with the answer, which may be called more than once. */
export function listenLive(userId: string, hearing: Hearing): () => void {
  const stop = new AbortController()
  const name = `sampan-live:${userId}`
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') {
    void keepStream(stop.signal, hearing)
    return () => stop.abort()
  }
  const channel = new BroadcastChannel(name)
  const leading = lead(channel, hearing)
  channel.onmessage = ({ data }: MessageEvent<Message>) => leading.take(data)
  channel.postMessage({ isAsking: true } satisfies Message)
  const work = navigator.locks.request(name, { signal: stop.signal }, () => leading.begin(stop.signal))
  // Taken back while it waited for the lock.
  work.catch(() => {})
  return () => {
    stop.abort()
    channel.close()
  }
}

function lead(channel: BroadcastChannel, { hear, become }: Hearing) {
  let isLeading = false
  let isLive = false
  const say = (message: Message) => channel.postMessage(message)
  const own: Hearing = {
    hear: (event) => {
      say({ event })
      hear(event)
    },
    become: (next) => {
      if (next !== isLive) say({ isLive: next })
      isLive = next
      become(next)
    },
  }
  return {
    take: (message: Message) => {
      if ('isAsking' in message) return isLeading && say({ isLive })
      if ('event' in message) return hear(message.event)
      return become(message.isLive)
    },
    begin: async (signal: AbortSignal) => {
      isLeading = true
      try {
        await keepStream(signal, own)
        // Over for this browser: no other tab needs to try the same.
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
      } finally {
        isLeading = false
        if (isLive && !signal.aborted) own.become(false)
      }
    },
  }
}
