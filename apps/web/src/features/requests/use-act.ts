/** Something that is done at a press: its failure is said in a toast. */
import { timingsMs } from '@sampan/contract/limits'
import { useCallback, useState } from 'react'
import { useProblemText } from '../../lib/problem-text.ts'
import type { ToastsOfPage } from '../../ui/toasts.tsx'

export function useAct({ show }: Pick<ToastsOfPage, 'show'>) {
  const problemText = useProblemText()
  const [isBusy, setBusy] = useState(false)
  const act = useCallback(
    async (run: () => Promise<unknown>, done?: string): Promise<boolean> => {
      setBusy(true)
      try {
        await run()
        if (done) show({ text: done, lifeMs: timingsMs.toast })
        return true
      } catch (error) {
        show({ about: 'failed', text: problemText(error), tone: 'problem', lifeMs: timingsMs.longNotice })
        return false
      } finally {
        setBusy(false)
      }
    },
    [show, problemText],
  )
  return { isBusy, act }
}
export type Act = ReturnType<typeof useAct>['act']
