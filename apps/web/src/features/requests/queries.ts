/** File requests as the server has them, renewed while they are looked at. News from the server ask for them anew by the same keys. */
import { pageRows } from '@sampan/contract/limits'
import { listTemplates } from '@sampan/contract/routes/request-templates'
import { listRequests, type RequestDetail, type RequestSummary, readFileRequest } from '@sampan/contract/routes/requests'
import type { RouteReply } from '@sampan/contract/routes/route'
import { readSettings } from '@sampan/contract/routes/settings'
import type { RequestFilter, RequestMark } from '@sampan/contract/states'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { isProblem } from '../../lib/is-problem.ts'
import { within } from '../../lib/timeout.ts'
import { api } from '../../product/session/api.ts'

/** `only`: what all of the rows have in common. */
export type View = { filter: RequestFilter; only: readonly RequestMark[]; search: string }

export const listKey = ['requests'] as const
export const requestKey = (slug: string) => ['request', slug] as const
export const templatesKey = ['requestTemplates'] as const

export const refreshMs = 30_000
/** While somebody's bytes arrive. */
const busyMs = 5000

const isBusy = (requests: readonly RequestSummary[]): boolean => requests.some(({ uploadingCount }) => uploadingCount > 0)

/** Page by page as the list is scrolled; while the next view loads, the one before stays. */
export function useRequests({ filter, only, search }: View) {
  const query = useInfiniteQuery({
    queryKey: [...listKey, filter, only.join(), search],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => {
      const query = {
        filter,
        ...(only.length > 0 && { only: only.join() }),
        ...(search && { search }),
        skip: pageParam,
        limit: pageRows.first,
      }
      return within((stop) => api.call(listRequests, { query, signal: stop }), signal)
    },
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((count, page) => count + page.requests.length, 0)
      return last.requests.length > 0 && loaded < last.matchCount ? loaded : undefined
    },
    placeholderData: keepPreviousData,
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      isBusy(state.data?.pages.flatMap(({ requests }) => requests) ?? []) || state.status === 'error' ? busyMs : refreshMs,
  })
  const pages = query.data?.pages ?? []
  // One may come between two pages: none is shown twice.
  const rows = [...new Map(pages.flatMap(({ requests }) => requests).map((row) => [row._id, row])).values()]
  return { ...query, matchCount: pages[0]?.matchCount ?? null, sharedCount: pages[0]?.sharedCount ?? 0, rows }
}

/** null: there is no such request, or it is not one's own. */
export function useRequest(slug: string) {
  const queries = useQueryClient()
  return useQuery({
    queryKey: requestKey(slug),
    queryFn: async ({ signal }): Promise<RequestDetail | null> => {
      try {
        return await within((stop) => api.call(readFileRequest, { params: { slug }, signal: stop }), signal)
      } catch (error) {
        // A slug that is no slug belongs to nobody either.
        if (isProblem(error, 'notYours') || isProblem(error, 'invalidInput')) return null
        throw error
      }
    },
    retry: false,
    networkMode: 'always',
    staleTime: busyMs,
    refetchOnWindowFocus: true,
    // What was just done must not be undone by an answer from before.
    refetchInterval: ({ state }) => {
      if (state.data === null || queries.isMutating({ mutationKey: ['request'] }) > 0) return false
      return state.status === 'error' || (state.data && isBusy([state.data.request])) ? busyMs : refreshMs
    },
  })
}

export const useTemplates = () =>
  useQuery({
    queryKey: templatesKey,
    queryFn: ({ signal }) => within((stop) => api.call(listTemplates, { signal: stop }), signal),
    retry: false,
    networkMode: 'always',
  })

/** What new requests begin with (B4). */
export const useSettings = () =>
  useQuery({
    // As the page of settings has it.
    queryKey: ['settings'],
    queryFn: ({ signal }): Promise<RouteReply<typeof readSettings>> =>
      within((stop) => api.call(readSettings, { signal: stop }), signal),
    retry: false,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
