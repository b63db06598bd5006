import { adminAudit, adminBounces, adminFeedback } from '@sampan/contract/routes/admin'
import { adminReports, adminUsers } from '@sampan/contract/routes/admin-decisions'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { within } from '../../lib/timeout.ts'
import { api } from '../../product/session/api.ts'

/** What is asked here is about everybody, and old as soon as it is read. */
const always = { retry: false, networkMode: 'always', staleTime: 0, refetchOnWindowFocus: true } as const

export const useAdmin = <T>(name: string, about: string, ask: (signal: AbortSignal) => Promise<T>) =>
  useQuery({ queryKey: ['admin', name, about], queryFn: ({ signal }) => within(ask, signal), ...always })

type Rows<T> = { rows: readonly T[]; hasMore: boolean; next?: string | null }

/** Page by page at a press; `before` is the last row of the page above, or what that page names. */
export const useAdminPages = <T extends { _id: string }>(
  name: string,
  about: string,
  ask: (before: { before?: string }, signal: AbortSignal) => Promise<Rows<T>>,
) =>
  useInfiniteQuery({
    queryKey: ['admin', name, about],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => within((stop) => ask(pageParam ? { before: pageParam } : {}, stop), signal),
    getNextPageParam: ({ rows, hasMore, next }) => (hasMore ? (next ?? rows.at(-1)?._id) : undefined),
    ...always,
  })

export const useUsers = (search: string) =>
  useAdminPages('users', search, async (before, signal) => {
    const { users, hasMore } = await api.call(adminUsers, { query: { ...(search && { search }), ...before }, signal })
    return { rows: users, hasMore }
  })

export type Which = 'open' | 'all'

export const useFeedbackSaid = (which: Which) =>
  useAdminPages('feedback', which, async (before, signal) => {
    const { feedback, hasMore } = await api.call(adminFeedback, { query: { which, ...before }, signal })
    return { rows: feedback, hasMore }
  })

export const useReported = (which: Which) =>
  useAdminPages('reports', which, async (before, signal) => {
    const { reported, ...more } = await api.call(adminReports, { query: { which, ...before }, signal })
    return { rows: reported, ...more }
  })

export const useBounces = () =>
  useAdminPages('bounces', '', async (before, signal) => {
    const { bounces, ...more } = await api.call(adminBounces, { query: before, signal })
    return { rows: bounces, ...more }
  })

export const useAudit = () =>
  useAdminPages('audit', '', async (before, signal) => {
    const { acts, hasMore } = await api.call(adminAudit, { query: before, signal })
    return { rows: acts, hasMore }
  })
