/** The bell as the server has it; news renew it, and where there are none it is asked for every half minute. */
import { maxNotifications } from '@sampan/contract/limits'
import {
  deleteNotification,
  notifications as listRoute,
  type Notification,
  readNotification,
} from '@sampan/contract/routes/notifications'
import type { RouteReply } from '@sampan/contract/routes/route'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isProblem } from '../../lib/is-problem.ts'
import { within } from '../../lib/timeout.ts'
import { api } from '../../product/session/api.ts'

export type Bell = RouteReply<typeof listRoute>

const allKey = ['notifications']
export const firstRows = 50
/** The next step shows everything that is kept. */
export const nextRows = (rows: number): number => Math.min(maxNotifications, rows * 4)

export const useBell = (rows: number) =>
  useQuery({
    queryKey: [...allKey, rows],
    queryFn: ({ signal }) => within((stop) => api.call(listRoute, { body: { limit: rows }, signal: stop }), signal),
    placeholderData: keepPreviousData,
    retry: false,
    networkMode: 'always',
  })

export type Act = { read: string } | { delete: string } | { readAll: number } | { deleteAll: number }

const without = (bell: Bell, isGone: (row: Notification) => boolean): Bell => {
  const gone = bell.notifications.filter(isGone)
  return {
    notifications: bell.notifications.filter((row) => !isGone(row)),
    allCount: bell.allCount - gone.length,
    unreadCount: bell.unreadCount - gone.filter(({ read }) => !read).length,
  }
}

const withRead = (bell: Bell, isIt: (row: Notification) => boolean): Bell => {
  const rows = bell.notifications.filter((row) => isIt(row) && !row.read)
  const notifications = bell.notifications.map((row) => (isIt(row) ? { ...row, read: true } : row))
  return { ...bell, notifications, unreadCount: Math.max(0, bell.unreadCount - rows.length) }
}

/** What the reader sees at once; the server's word follows. */
export function afterAct(bell: Bell, act: Act): Bell {
  if ('read' in act) return withRead(bell, ({ _id }) => _id === act.read)
  if ('delete' in act) return without(bell, ({ _id }) => _id === act.delete)
  if ('readAll' in act) return { ...withRead(bell, ({ dlDate }) => dlDate <= act.readAll), unreadCount: 0 }
  return { notifications: [], allCount: 0, unreadCount: 0 }
}

async function send(act: Act): Promise<unknown> {
  try {
    if ('read' in act) return await api.call(readNotification, { params: { id: act.read } })
    const body =
      'delete' in act
        ? { notifyId: act.delete }
        : 'readAll' in act
          ? { notifyId: 'Allread' as const, before: act.readAll }
          : { notifyId: 'all' as const, before: act.deleteAll }
    return await api.call(deleteNotification, { body })
  } catch (error) {
    // Gone already, by another window or with its transfer.
    if (isProblem(error, 'notYours')) return null
    throw error
  }
}

/** Rolled back where the server refuses. */
export function useBellActs() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: allKey,
    mutationFn: send,
    onMutate: async (act: Act) => {
      await queries.cancelQueries({ queryKey: allKey })
      const before = queries.getQueriesData<Bell>({ queryKey: allKey })
      queries.setQueriesData<Bell>({ queryKey: allKey }, (bell) => bell && afterAct(bell, act))
      return before
    },
    onError: (_, __, before) => {
      for (const [key, bell] of before ?? []) queries.setQueryData(key, bell)
    },
    onSettled: () => {
      if (queries.isMutating({ mutationKey: allKey }) === 1) void queries.invalidateQueries({ queryKey: allKey })
    },
  })
}
