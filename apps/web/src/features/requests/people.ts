/** People of a request as they are looked at: the first page of all comes with the request, everything else page by page from the server. */
import { requestLimits } from '@sampan/contract/limits'
import { listSuppliers } from '@sampan/contract/routes/request-following'
import type { RequestSupplier } from '@sampan/contract/routes/request-grid'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import type { SupplierFilter } from '@sampan/contract/states'
import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isProblem } from '../../lib/is-problem.ts'
import { within } from '../../lib/timeout.ts'
import { api } from '../../product/session/api.ts'
import { refreshMs, requestKey } from './queries.ts'

export type PeopleView = { filter: SupplierFilter; search: string }
type Page = { suppliers: RequestSupplier[]; matchCount: number }

/** Below the key of the request: what is news of that is news of these. */
const peopleKey = (slug: string) => [...requestKey(slug), 'people'] as const
const limit = requestLimits.suppliersPerPage

const rowsIn = (data: InfiniteData<Page> | undefined): RequestSupplier[] =>
  data?.pages.flatMap(({ suppliers }) => suppliers) ?? []

/** `matchCount` null: it is not known yet, and the rows are those that were looked at before. */
export function usePeople({ request: { slug }, suppliers, counts }: RequestDetail, { filter, search }: PeopleView) {
  const isAll = filter === 'all' && search === ''
  const [wantsMore, setWantsMore] = useState(false)
  const before = useRef<readonly RequestSupplier[]>(suppliers)
  const start = isAll ? limit : 0
  const query = useInfiniteQuery({
    queryKey: [...peopleKey(slug), filter, search],
    enabled: !isAll || wantsMore,
    initialPageParam: start,
    queryFn: ({ pageParam: skip, signal }) => {
      const asked = { filter, ...(search && { search }), skip, limit }
      return within((stop) => api.call(listSuppliers, { params: { slug }, query: asked, signal: stop }), signal)
    },
    getNextPageParam: (last, pages) => {
      const next = start + pages.length * limit
      return next < last.matchCount ? next : undefined
    },
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: true,
    refetchInterval: refreshMs,
  })
  const isKnown = isAll || query.data !== undefined
  // Somebody may come or go between two pages: nobody is shown twice.
  const found = [...new Map([...(isAll ? suppliers : []), ...rowsIn(query.data)].map((row) => [row._id, row])).values()]
  const rows = isKnown ? found : before.current
  before.current = rows
  const matchCount = isAll ? counts.all : (query.data?.pages[0]?.matchCount ?? null)
  return {
    rows,
    matchCount,
    hasMore: isAll && !query.data ? suppliers.length < counts.all : query.hasNextPage,
    isLoading: query.isFetchingNextPage || (query.isFetching && query.data === undefined),
    error: query.error,
    more: () => void (isAll && !wantsMore ? setWantsMore(true) : query.data ? query.fetchNextPage() : query.refetch()),
  }
}

/** One of them, wherever in the grid; null: nobody is named, or there is nobody of that name. */
export function usePerson({ request: { slug }, suppliers }: RequestDetail, supplierId: string | null): RequestSupplier | null {
  const queries = useQueryClient()
  const near = suppliers.find(({ _id }) => _id === supplierId)
  const { data } = useQuery({
    queryKey: [...requestKey(slug), 'person', supplierId],
    enabled: supplierId !== null && near === undefined,
    queryFn: async ({ signal }): Promise<RequestSupplier | null> => {
      const query = { supplierId: supplierId! }
      try {
        const page = await within((stop) => api.call(listSuppliers, { params: { slug }, query, signal: stop }), signal)
        return page.suppliers[0] ?? null
      } catch (error) {
        if (isProblem(error, 'notYours') || isProblem(error, 'invalidInput')) return null
        throw error
      }
    },
    placeholderData: () =>
      queries
        .getQueriesData<InfiniteData<Page>>({ queryKey: peopleKey(slug) })
        .flatMap(([, pages]) => rowsIn(pages))
        .find(({ _id }) => _id === supplierId),
    retry: false,
    networkMode: 'always',
    refetchInterval: refreshMs,
  })
  return near ?? (supplierId === null ? null : (data ?? null))
}
