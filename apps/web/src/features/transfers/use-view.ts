/** Filter and search stand in the address: they survive a reload and can be bookmarked. */
import { transferFilters } from '@sampan/contract/routes/dashboard'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { View } from './pages.ts'

export const shownFilters = ['all', 'active', 'expired', 'thisMonth'] as const satisfies readonly View['filter'][]

export const searchMaxChars = 200

const isFilter = (word: string | null): word is View['filter'] => (transferFilters as readonly (string | null)[]).includes(word)

export function viewOf(params: URLSearchParams): View {
  const filter = params.get('filter')
  return { filter: isFilter(filter) ? filter : 'all', search: (params.get('search') ?? '').trim().slice(0, searchMaxChars) }
}

export function paramsOf({ filter, search }: View): URLSearchParams {
  return new URLSearchParams({ ...(filter !== 'all' && { filter }), ...(search && { search }) })
}

export function useView(): [View, (view: Partial<View>) => void] {
  const [params, setParams] = useSearchParams()
  const view = useMemo(() => viewOf(params), [params])
  const change = useCallback(
    (part: Partial<View>) =>
      setParams((before) => paramsOf({ ...viewOf(before), ...part }), { replace: true, preventScrollReset: true }),
    [setParams],
  )
  return [view, change]
}
