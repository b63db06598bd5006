import { useQueryClient } from '@tanstack/react-query'
import { allPages } from '../features/transfers/queries.ts'
import { usageKey } from '../product/session/usage-key.ts'

/** What was just sent counts everywhere, and stands in every list. */
export function useAfterSending(): () => void {
  const queries = useQueryClient()
  return () => {
    for (const queryKey of [usageKey, allPages]) void queries.invalidateQueries({ queryKey })
  }
}
