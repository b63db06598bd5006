/** The figures as the server has them; kept on the screen until those of another view are here. */
import {
  type AnalyticsList,
  analyticsCsv,
  readAnalytics,
  readTopRecipients,
  readTopTransfers,
} from '@sampan/contract/routes/analytics'
import type { RouteReply } from '@sampan/contract/routes/route'
import type { DayRange } from '@sampan/contract/rules/day-range'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { within } from '../../lib/timeout.ts'
import { api } from '../../product/session/api.ts'
import { saveFile } from '../../product/session/save-file.ts'

export type Figures = RouteReply<typeof readAnalytics>
/** What every list is narrowed to. */
export type FiguresQuery = DayRange & { country: string | null }

const refreshMs = 60_000
const shared = {
  retry: false,
  networkMode: 'always',
  placeholderData: keepPreviousData,
  staleTime: refreshMs / 4,
  refetchInterval: refreshMs,
  refetchOnWindowFocus: true,
} as const

const queryOf = ({ from, to, country }: FiguresQuery) => ({ from, to, ...(country && { country }) })

export const useFigures = (asked: FiguresQuery, compares: boolean) =>
  useQuery({
    ...shared,
    queryKey: ['analytics', 'figures', asked, compares],
    queryFn: ({ signal }) => {
      const query = { ...queryOf(asked), compare: compares ? ('1' as const) : ('0' as const) }
      return within((signal) => api.call(readAnalytics, { query, signal }), signal)
    },
  })

export type ListAsked = FiguresQuery & { search: string; limit: number }
const pageOf = ({ search, limit, ...asked }: ListAsked) => ({ ...queryOf(asked), limit, ...(search && { search }) })

export const useTopTransfers = (asked: ListAsked) =>
  useQuery({
    ...shared,
    queryKey: ['analytics', 'transfers', asked],
    queryFn: ({ signal }) => within((signal) => api.call(readTopTransfers, { query: pageOf(asked), signal }), signal),
  })

export const useTopRecipients = (asked: ListAsked) =>
  useQuery({
    ...shared,
    queryKey: ['analytics', 'recipients', asked],
    queryFn: ({ signal }) => within((signal) => api.call(readTopRecipients, { query: pageOf(asked), signal }), signal),
  })

export const saveCsv = (asked: FiguresQuery, list: AnalyticsList): Promise<void> =>
  saveFile(analyticsCsv, { query: { ...queryOf(asked), list } }, `sampan-${list}-${asked.from}-${asked.to}.csv`)
