/** Send was pressed: proves the address if this browser has not yet, then sends. */
import { type Dispatch, useCallback } from 'react'
import { useLanguage } from '../../lib/i18n.ts'
import type { FormAction } from './form.ts'

export function useSubmit(sender: string, dispatch: Dispatch<FormAction>) {
  const language = useLanguage()
  return useCallback(async () => {
    dispatch({ type: 'submitted' })
    try {
      const { askUnlessWaiting } = await import('./verification.ts')
      const { verified } = await askUnlessWaiting(sender, language)
      dispatch({ type: verified ? 'verified' : 'codeWanted' })
    } catch (error) {
      dispatch({ type: 'refused', problem: error as Error })
    }
  }, [sender, language, dispatch])
}
