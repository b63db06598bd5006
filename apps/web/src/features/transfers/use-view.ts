import { searchMaxChars } from '@sampan/contract/limits'
/** Filter, search and sort stand in the address: they survive a reload and can be bookmarked. */
import { transferFilters, transferSorts } from '@sampan/contract/routes/dashboard'
import { useCallback, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { View } from './pages.ts'

/** Those of a team come with teams. */
export const shownFilters = [
  'all',
  'active',
  'expired',
  'closed',
  'thisMonth',
  'received',
  'shared',
] as const satisfies readonly View['filter'][]

const oneOf = <Word extends string>(words: readonly Word[], word: string | null, usual: Word): Word =>
  words.find((each) => each === word) ?? usual

export const viewOf = (params: URLSearchParams): View => ({
  filter: oneOf(transferFilters, params.get('filter'), 'all'),
  search: (params.get('search') ?? '').trim().slice(0, searchMaxChars),
  sort: oneOf(transferSorts, params.get('sort'), 'newest'),
  by: params.get('by') ?? '',
})

export const paramsOf = ({ filter, search, sort, by }: View): URLSearchParams =>
  new URLSearchParams({
    ...(filter !== 'all' && { filter }),
    ...(search && { search }),
    ...(sort !== 'newest' && { sort }),
    ...(by && { by }),
  })

/** A transfer that is open beside the list stays open. */
export function useView(): [View, (view: Partial<View>) => void] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const view = useMemo(() => viewOf(new URLSearchParams(search)), [search])
  const latest = useRef({ pathname, view })
  latest.current = { pathname, view }
  const change = useCallback(
    (part: Partial<View>) => {
      const { pathname, view } = latest.current
      void navigate({ pathname, search: paramsOf({ ...view, ...part }).toString() }, { replace: true, preventScrollReset: true })
    },
    [navigate],
  )
  return [view, change]
}
