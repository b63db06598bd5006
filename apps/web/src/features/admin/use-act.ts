/** What an operator decides: under way, told in a line, and everything that is shown asked anew. */
import { timingsMs } from '@sampan/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useProblemText } from '../../lib/problem-text.ts'
import { within } from '../../lib/timeout.ts'
import { useToasts } from '../../ui/toasts.tsx'

export function useAct() {
  const problemText = useProblemText()
  const queries = useQueryClient()
  const { toasts, show, close } = useToasts()
  const [busy, setBusy] = useState<string | null>(null)

  /** True once it is done. `told` may hang on the answer. */
  async function act<T>(about: string, run: (signal: AbortSignal) => Promise<T>, told: string | ((answer: T) => string)) {
    if (busy !== null) return false
    setBusy(about)
    try {
      const answer = await within(run)
      await queries.invalidateQueries({ queryKey: ['admin'] })
      show({ about, text: typeof told === 'string' ? told : told(answer), lifeMs: timingsMs.toast })
      return true
    } catch (error) {
      const text = problemText(error)
      if (text) show({ about, text, tone: 'problem', lifeMs: timingsMs.longNotice })
      return false
    } finally {
      setBusy(null)
    }
  }

  return { act, busy, toasts, close }
}
