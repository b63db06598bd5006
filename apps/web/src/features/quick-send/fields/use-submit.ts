/** Send was pressed: a guest's address is verified if this browser has not yet done so, then it sends. */
import { type Dispatch, useCallback } from 'react'
import { useLanguage } from '../../../lib/i18n.ts'
import { restoreSession } from '../../../product/session/session.ts'
import { chunks } from '../card/chunks.ts'
import type { FormAction } from '../form/form.ts'

/** `byItself`: a draft that came back goes on to its code and no further, what has changed since Send is for its sender to look over. */
export function useSubmit(sender: string, dispatch: Dispatch<FormAction>) {
  const language = useLanguage()
  return useCallback(
    async ({ byItself = false } = {}) => {
      const outcome = { type: byItself ? 'steppedBack' : 'verified' } as const
      dispatch({ type: 'submitted' })
      try {
        // A session that could not be asked for until now counts as well.
        const user = await restoreSession()
        dispatch({ type: 'accountKnown', account: user })
        if (user) return dispatch(outcome)
        const { askUnlessWaiting } = await chunks.verification.load()
        const { verified } = await askUnlessWaiting(sender, language)
        dispatch(verified ? outcome : { type: 'codeWanted' })
      } catch (error) {
        dispatch({ type: 'refused', problem: error as Error })
      }
    },
    [sender, language, dispatch],
  )
}
