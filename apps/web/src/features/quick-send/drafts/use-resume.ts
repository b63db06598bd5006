/** Another page asks to go on with an unfinished upload: once it is known what the card itself has. */
import { type Dispatch, useEffect, useEffectEvent, useRef } from 'react'
import { chunks } from '../card/chunks.ts'
import type { Form, FormAction } from '../form/form.ts'

/** `sentAs`: the slug of the transfer that it was sent as already. `key` tells one time of asking from the next. */
export type ResumeAsked = { uploadId: string; sentAs: string | null; key: string }

export function useResume(asked: ResumeAsked | null, form: Form, dispatch: Dispatch<FormAction>): void {
  const isReady = !form.isLooking && (form.step === 'form' || form.step === 'limit')
  const { uploadId, sentAs = null, key } = asked ?? {}
  const resume = useEffectEvent(async (id: string, signal: AbortSignal) => {
    try {
      const { resumeAsked } = await chunks.interrupted.load()
      const action = await resumeAsked({ uploadId: id, sentAs }, form, { accountId: form.account?._id ?? null, signal })
      if (action && !signal.aborted) dispatch(action)
    } catch (error) {
      if (!signal.aborted) dispatch({ type: 'refused', problem: error as Error })
    }
  })
  const page = useRef<AbortController>(null)
  useEffect(() => () => page.current?.abort(), [])
  const taken = useRef<string>(null)
  useEffect(() => {
    if (!isReady || !uploadId || taken.current === key) return
    taken.current = key ?? null
    page.current = new AbortController()
    void resume(uploadId, page.current.signal)
  }, [isReady, uploadId, key])
}
