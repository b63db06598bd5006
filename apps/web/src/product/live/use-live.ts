/** Keeps what is on the screen as it is on the server: by news while a stream is open, else by asking every half minute. */
import { updateProfile } from '@sampan/contract/routes/accounts'
import type { LiveEvent } from '@sampan/contract/routes/live'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { actFor, actingFor, rootId } from '../session/acting.ts'
import { api } from '../session/api.ts'
import { changeUser } from '../session/session.ts'
import { listenLive } from './live.ts'
import { makeRefresher } from './refresher.ts'

const pollMs = 30_000

/** A session knows the team and what one is in it; where it cannot be asked for now, the next call tells. */
const rereadUser = () =>
  api.call(updateProfile, { body: {} }).then(
    ({ user }) => {
      const team = actingFor()
      // Whoever was taken out is led away and told; without that the tab would go on with the own account as if nothing were.
      if (team !== null && user.team?.ownerId !== team) actFor(null, 'removed')
      else changeUser(user)
    },
    () => {},
  )

export function useLive(userId: string): void {
  const queries = useQueryClient()
  useEffect(() => {
    const refresher = makeRefresher(queries)
    let isLive = false
    const become = (next: boolean) => {
      isLive = next
    }
    const poll = setInterval(() => !isLive && !document.hidden && refresher.add({ what: 'all' }), pollMs)
    const hear = (event: LiveEvent) => {
      refresher.add(event)
      if (event.what === 'team') void rereadUser()
    }
    const stop = listenLive(rootId(userId), { hear, become })
    return () => {
      stop()
      clearInterval(poll)
      refresher.stop()
    }
  }, [queries, userId])
}
