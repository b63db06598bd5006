/** Keeps the card informed of who sends: the session, and what the account has used of its plan. */
import { type Dispatch, useEffect } from 'react'
import { mayHaveSession, restoreSession, useSession } from '../../lib/session.ts'
import type { Form, FormAction } from './form.ts'

export function useAccount({ account, step }: Form, dispatch: Dispatch<FormAction>) {
  const session = useSession()
  const { status, user } = session

  useEffect(() => {
    // Without an answer the card is a visitor's until Send asks again.
    if (mayHaveSession()) restoreSession().catch(() => {})
  }, [])
  useEffect(() => {
    if (status !== 'unknown') dispatch({ type: 'accountKnown', account: user })
  }, [status, user, dispatch])

  const id = account?._id
  const isAtStart = step === 'form'
  useEffect(() => {
    if (!id || !isAtStart) return
    let isCurrent = true
    import('./usage.ts')
      .then(({ readUsage }) => readUsage())
      // What cannot be known now, the server says when it is asked to send.
      .then((usage) => isCurrent && dispatch({ type: 'usageKnown', usage }))
      .catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [id, isAtStart, dispatch])
}
