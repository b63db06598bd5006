/** Keeps the card informed of who sends: the session, and what the account has used of its plan. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useEffect } from 'react'
import { mayHaveSession, restoreSession, useSession } from '../../product/session/session.ts'
import { chunks } from './card/chunks.ts'
import type { Form, FormAction } from './form/form.ts'
import { hasDraft } from './form/kept-draft.ts'

export function useAccount({ account, step, usage }: Form, dispatch: Dispatch<FormAction>) {
  const session = useSession()
  const { status, user } = session
  const queries = useQueryClient()

  useEffect(() => {
    // Without an answer the card is a guest's until Send asks again.
    if (mayHaveSession()) restoreSession().catch(() => {})
  }, [])
  useEffect(() => {
    if (status !== 'unknown') dispatch({ type: 'accountKnown', account: user })
  }, [status, user, dispatch])

  const id = account?._id
  // Not again after stepping back from a limit: it would only come up once more, in front of the draft.
  const isWanted = id !== undefined && step === 'form' && usage === null
  useEffect(() => {
    if (!isWanted) return
    const reading = new AbortController()
    void readUsage(queries, dispatch, reading.signal)
    return () => reading.abort()
  }, [isWanted, queries, dispatch])
  useEffect(() => {
    if (id === undefined) return
    const page = new AbortController()
    // Quota may have been freed in another tab meanwhile.
    const look = () => document.visibilityState === 'visible' && void readUsage(queries, dispatch, page.signal)
    document.addEventListener('visibilitychange', look, { signal: page.signal })
    return () => page.abort()
  }, [id, queries, dispatch])
}

/** What cannot be known now, the server says when it is asked to send. */
async function readUsage(queries: QueryClient, dispatch: Dispatch<FormAction>, signal: AbortSignal): Promise<void> {
  try {
    const { usageQuery } = await chunks.usage.load()
    const usage = await queries.fetchQuery(usageQuery)
    // Nothing runs where nothing was begun: then the engine of uploads need not be there.
    const ownBytes = hasDraft() ? (await chunks.ownBytes.load()).ownBytes() : null
    if (!signal.aborted) dispatch({ type: 'usageKnown', usage, ownBytes })
  } catch {}
}
