/** What an account has used of its plan: storage and this month's transfers. One question and one answer for every part of the page. */
import { folderSize } from '@sampan/contract/routes/accounts'
import type { RouteReply } from '@sampan/contract/routes/route'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { usageKey } from './usage-key.ts'

export type Usage = RouteReply<typeof folderSize>

export const usageQuery = queryOptions<Usage>({
  queryKey: usageKey,
  queryFn: ({ signal }) => api.call(folderSize, { body: {}, signal }),
  retry: false,
  networkMode: 'always',
})
