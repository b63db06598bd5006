/** Keeps what is on the screen as it is on the server: by news while a stream is open, else by asking every half minute. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { rootId } from '../session/acting.ts'
import { listenLive } from './live.ts'
import { makeRefresher } from './refresher.ts'

const pollMs = 30_000

export function useLive(userId: string): void {
  const queries = useQueryClient()
  useEffect(() => {
    const refresher = makeRefresher(queries)
    let isLive = false
    const become = (next: boolean) => {
      isLive = next
    }
    const poll = setInterval(() => !isLive && !document.hidden && refresher.add({ what: 'all' }), pollMs)
    const stop = listenLive(rootId(userId), { hear: refresher.add, become })
    return () => {
      stop()
      clearInterval(poll)
      refresher.stop()
    }
  }, [queries, userId])
}
