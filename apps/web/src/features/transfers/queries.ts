/** The list as the server has it, page by page, and again every half minute while it is looked at. */
import { pageRows } from '@sampan/contract/limits'
import { getQs, type TransferRecord } from '@sampan/contract/routes/dashboard'
import { keepPreviousData, type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { within } from '../../lib/timeout.ts'
import { api } from '../../product/session/api.ts'
import { type Pages, pageOfRow, type TransferPage, type View } from './pages.ts'

/** With the view that it is a page of: while the next view loads, the one before stays. */
export type LoadedPage = TransferPage & { view: View }
/** Of the view it has filter, search, sort and person, then the number of the page. */
export type PageKey = readonly ['transfers', 'list', View['filter'], string, View['sort'], string, number]

/** Everything that shows transfers; of it, the pages of lists. */
export const allPages = ['transfers'] as const
export const listPages = ['transfers', 'list'] as const
const refreshMs = 30_000
/** Sooner after a failure, so that the page goes on by itself once the server is back. */
const retryMs = 5000

const viewKey = ({ filter, search, sort, by }: View) => [...listPages, filter, search, sort, by] as const

/** The row at a place of a view, if its page has been loaded. */
export const loadedRow = (queries: QueryClient, view: View, index: number): TransferRecord | undefined =>
  queries.getQueryData<LoadedPage>([...viewKey(view), pageOfRow(index)])?.allDocs[index % pageRows.first]

/** All that have been loaded of a view, in its order. */
export const loadedRows = (queries: QueryClient, view: View): TransferRecord[] =>
  queries
    .getQueriesData<LoadedPage>({ queryKey: viewKey(view) })
    .sort(([a], [b]) => Number(a.at(-1)) - Number(b.at(-1)))
    .flatMap(([, page]) => page?.allDocs ?? [])

/** All that fit a view, so many at most: what is not here yet is asked for. */
export async function loadRows(queries: QueryClient, view: View, count: number): Promise<TransferRecord[]> {
  const pages: LoadedPage[] = []
  for (let page = 0; page * pageRows.first < count; page++) pages.push(await queries.fetchQuery(pageQuery(view, page)))
  return pages.flatMap(({ allDocs }) => allDocs).slice(0, count)
}

const pageQuery = (view: View, page: number) => ({
  queryKey: [...viewKey(view), page] satisfies PageKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<LoadedPage> => {
    const { search, filter, sort, by } = view
    const headers: Record<string, string> = by === '' ? {} : { isTeam: JSON.stringify([by]) }
    const query = { skip: page * pageRows.first, limit: pageRows.first, filter, sort, ...(search && { search }) }
    return { ...(await within((signal) => api.call(getQs, { query, headers, signal }), signal)), view }
  },
  // The call repeats by itself what may pass.
  retry: false,
  networkMode: 'always' as const,
  staleTime: refreshMs / 2,
})

/** The first page and with it the counts; while the view's own is not here, that of the view before. */
export function useShownPage(view: View) {
  const first = useQuery({ ...pageQuery(view, 0), placeholderData: keepPreviousData })
  const hasOwn = first.data !== undefined && !first.isPlaceholderData
  const shown = useRef(view)
  if (hasOwn) shown.current = view
  const before = useQuery({ ...pageQuery(shown.current, 0), enabled: false })
  return {
    page: first.data ?? before.data,
    isOld: !hasOwn,
    // Also while it is tried again, so that the page stays as it is until the answer.
    isLost: first.isError || (!hasOwn && first.errorUpdateCount > 0),
    error: first.error,
    isTrying: first.isFetching,
    retry: () => void first.refetch(),
  }
}

/** The pages from one to another, of which some may not be here yet. */
export function usePages(view: View, first: number, last: number): Pages {
  const numbers = useMemo(() => Array.from({ length: last - first + 1 }, (_, i) => first + i), [first, last])
  const results = useQueries({ queries: numbers.map((number) => pageQuery(view, number)) })
  return new Map(numbers.flatMap((number, i) => (results[i]?.data ? [[number, results[i].data] as const] : [])))
}

const hasFailed = (queries: QueryClient): boolean =>
  queries
    .getQueryCache()
    .findAll({ queryKey: allPages, type: 'active' })
    .some(({ state }) => state.errorUpdatedAt > state.dataUpdatedAt)

/** Asks again for what is on the screen: every half minute, when the page is looked at or connected again, and soon after a failure. */
export function useRefresh(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const refresh = () => {
      // What was just done must not be undone by an answer from before.
      if (document.hidden || queries.isMutating({ mutationKey: allPages }) > 0) return
      void queries.refetchQueries({ queryKey: allPages, type: 'active' }, { cancelRefetch: false })
    }
    const timer = setInterval(refresh, refreshMs)
    const retry = setInterval(() => hasFailed(queries) && refresh(), retryMs)
    window.addEventListener('online', refresh)
    window.addEventListener('focus', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      clearInterval(retry)
      window.removeEventListener('online', refresh)
      window.removeEventListener('focus', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [queries])
}
