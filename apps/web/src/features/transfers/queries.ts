/** The list as the server has it, page by page, and again every half minute while it is looked at. */
import { pageRows } from '@sampan/contract/limits'
import { getQs } from '@sampan/contract/routes/dashboard'
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api } from '../../lib/api.ts'
import type { Pages, TransferPage, View } from './pages.ts'

/** With the view that it is a page of: while the next view loads, the one before stays. */
export type LoadedPage = TransferPage & { view: View }
export type PageKey = readonly ['transfers', View['filter'], string, number]

export const allPages = ['transfers'] as const
const refreshMs = 30_000

const pageQuery = (view: View, page: number) => ({
  queryKey: ['transfers', view.filter, view.search, page] satisfies PageKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<LoadedPage> => {
    const { search, filter } = view
    const query = { skip: page * pageRows.first, limit: pageRows.first, filter, ...(search && { search }) }
    return { ...(await api.call(getQs, { query, signal })), view }
  },
  // The call repeats by itself what may pass.
  retry: false,
  networkMode: 'always' as const,
  staleTime: refreshMs / 2,
})

/** The first page and with it the counts. */
export const useFirstPage = (view: View) => useQuery({ ...pageQuery(view, 0), placeholderData: keepPreviousData })

/** The pages from one to another, of which some may not be here yet. */
export function usePages(view: View, first: number, last: number): Pages {
  const numbers = useMemo(() => Array.from({ length: last - first + 1 }, (_, i) => first + i), [first, last])
  const results = useQueries({ queries: numbers.map((number) => pageQuery(view, number)) })
  return new Map(numbers.flatMap((number, i) => (results[i]?.data ? [[number, results[i].data] as const] : [])))
}

/** Asks again for what is on the screen: every half minute, and when the page is looked at again. */
export function useRefresh(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const refresh = () => {
      // What was just done must not be undone by an answer from before.
      if (document.hidden || queries.isMutating({ mutationKey: allPages }) > 0) return
      void queries.refetchQueries({ queryKey: allPages, type: 'active' })
    }
    const timer = setInterval(refresh, refreshMs)
    window.addEventListener('focus', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [queries])
}
