/** For whoever changes what an account has used; apart from the call, which not every page loads. */
import type { QueryClient } from '@tanstack/react-query'
export const usageKey = ['usage']
/** What was begun and not sent, beside it. */
export const unfinishedKey = ['unfinishedUploads']

/** After something that was begun is gone. */
export const forgetUsage = (queries: QueryClient): void => {
  for (const queryKey of [usageKey, unfinishedKey]) void queries.invalidateQueries({ queryKey })
}
