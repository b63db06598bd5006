import { pageRows } from '@sampan/contract/limits'
import { listBin } from '@sampan/contract/routes/bin'
import { useInfiniteQuery } from '@tanstack/react-query'
import { within } from '../../lib/timeout.ts'
import { api } from '../../product/session/api.ts'

export const binKey = ['bin'] as const

/** Page by page at a press; always asked anew, since what is in it was put there on other pages. */
export function useBin() {
  const query = useInfiniteQuery({
    queryKey: binKey,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      within((stop) => api.call(listBin, { query: { skip: pageParam, limit: pageRows.first }, signal: stop }), signal),
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((count, page) => count + page.entries.length, 0)
      return last.entries.length > 0 && loaded < last.matchCount ? loaded : undefined
    },
    retry: false,
    networkMode: 'always',
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  const pages = query.data?.pages ?? []
  // One may be deleted between two pages: none is shown twice.
  const rows = [...new Map(pages.flatMap(({ entries }) => entries).map((row) => [`${row.kind} ${row.slug}`, row])).values()]
  return { ...query, rows, matchCount: pages[0]?.matchCount ?? null, totalBytes: pages[0]?.totalBytes ?? 0 }
}
