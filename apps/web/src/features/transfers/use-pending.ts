/** The transfers whose change the server has not answered yet, by slug. */
import { useCallback, useState } from 'react'

export function usePending() {
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())
  const mark = useCallback((slug: string, isPending: boolean) => {
    setPending((before) => {
      const next = new Set(before)
      if (isPending) next.add(slug)
      else next.delete(slug)
      return next
    })
  }, [])
  return { pending, mark }
}
