/** One transfer as the server has it, renewed while it is looked at. News from the server ask for it anew by the same keys. */
import { readDetail, readTimeline, type TransferDetail } from '@sampan/contract/routes/transfer-detail'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { isProblem } from '../../lib/is-problem.ts'
import { within } from '../../lib/timeout.ts'
import { api } from '../../product/session/api.ts'

/** Of everything about one transfer. */
export const transferKey = (slug: string) => ['transfer', slug] as const
export const detailKey = (slug: string) => [...transferKey(slug), 'detail'] as const
const timelineKey = (slug: string) => [...transferKey(slug), 'timeline'] as const

const refreshMs = 30_000
/** Sooner after a failure, so that the panel goes on by itself once the server is back. */
const retryMs = 5000
/** Of a long timeline only what was asked for; its newest page comes with the news. */
const pagesRenewed = 3

async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    // A slug that is no slug belongs to nobody either.
    if (isProblem(error, 'notYours') || isProblem(error, 'invalidInput')) return null
    throw error
  }
}

/** null: there is no such transfer, or it is not one's own. */
export function useDetail(slug: string) {
  const queries = useQueryClient()
  return useQuery({
    queryKey: detailKey(slug),
    queryFn: ({ signal }): Promise<TransferDetail | null> =>
      orNull(within((signal) => api.call(readDetail, { params: { slug }, signal }), signal)),
    retry: false,
    networkMode: 'always',
    staleTime: refreshMs / 2,
    refetchOnWindowFocus: true,
    // What was just done must not be undone by an answer from before.
    refetchInterval: ({ state }) => {
      if (state.data === null || queries.isMutating({ mutationKey: transferKey(slug) }) > 0) return false
      return state.status === 'error' || state.fetchFailureCount > 0 ? retryMs : refreshMs
    },
  })
}

export const useTimeline = (slug: string) =>
  useInfiniteQuery({
    queryKey: timelineKey(slug),
    queryFn: ({ pageParam, signal }) =>
      within((signal) => {
        const query = pageParam === null ? {} : { before: pageParam }
        return api.call(readTimeline, { params: { slug }, query, signal })
      }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    retry: false,
    networkMode: 'always',
    staleTime: refreshMs / 2,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > pagesRenewed ? false : refreshMs),
  })
