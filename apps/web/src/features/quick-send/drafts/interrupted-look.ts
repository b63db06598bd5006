/** On coming back: the draft of an earlier visit, then what the server has of its upload (Q20, Q23). */
import { type Dispatch, useEffect } from 'react'
import { rootId } from '../../../product/session/acting.ts'
import { mayHaveSession, useSession } from '../../../product/session/session.ts'
import { chunks } from '../card/chunks.ts'
import type { Form, FormAction } from '../form/form.ts'
import { draftOfEarlier, isUnsettled, settleEarlier } from '../form/kept-draft.ts'
import type { StoredDraft } from '../form/kept-draft-store.ts'
import { rememberedSender } from '../form/memory.ts'
import { isCodeAlive } from '../form/waiting-code.ts'

/** Nobody answers: asked again, since the files are worth it. */
const againMs = 15_000

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, againMs)
    addEventListener('online', () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => clearTimeout(timer))
  })

type Looking = { dispatch: Dispatch<FormAction>; accountId: string | null; signal: AbortSignal }

async function lookAfterUpload(draft: StoredDraft, looking: Looking): Promise<void> {
  const { dispatch, accountId, signal } = looking
  while (isUnsettled(draft)) {
    try {
      const { lookUp } = await chunks.interrupted.load()
      const found = await lookUp(draft, { accountId, signal })
      if (signal.aborted) return
      if (!isUnsettled(draft)) break
      settleEarlier(found === 'sent' ? null : (found?.upload ?? null))
      return dispatch(found === 'sent' ? { type: 'sentEarlier', draft } : { type: 'interruptedFound', interrupted: found })
    } catch {
      if (signal.aborted) return
      // What can be typed meanwhile is typed; only the files wait.
      await pause(signal)
    }
  }
  // Discarded meanwhile: what else there is decides when the next upload may begin.
  if (!signal.aborted) await look(looking)
}

async function look(looking: Looking): Promise<void> {
  const { dispatch, accountId, signal } = looking
  const draft = await draftOfEarlier(accountId && rootId(accountId))
  if (signal.aborted) return
  if (draft) {
    const { codeFor = null } = draft
    const alive = { ...draft, codeFor: codeFor && isCodeAlive(codeFor, Date.now()) ? codeFor : null }
    dispatch({ type: 'draftFound', draft: alive, rememberedSender: rememberedSender() })
  }
  if (draft && draft.fileCount > 0) return lookAfterUpload(draft, looking)
  settleEarlier(null)
  dispatch({ type: 'lookedBack' })
}

/** Once it is known who comes back: an account's draft is nobody else's. And again when the card is empty after one was settled. */
export function useReturn({ isLooking }: Pick<Form, 'isLooking'>, dispatch: Dispatch<FormAction>): void {
  const { status, user } = useSession()
  const accountId = user?._id ?? null
  const mayAsk = status !== 'unknown' || (typeof window !== 'undefined' && !mayHaveSession())
  useEffect(() => {
    if (!mayAsk || !isLooking) return
    const page = new AbortController()
    void look({ dispatch, accountId, signal: page.signal })
    return () => page.abort()
  }, [mayAsk, accountId, isLooking, dispatch])
}
