/** What is used of the plan: storage and this month's transfers. */
import { folderSize } from '@sampan/contract/routes/accounts'
import type { RouteReply } from '@sampan/contract/routes/route'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type Usage = RouteReply<typeof folderSize>

/** For who changes what is used. */
export const usageKey = ['usage']

const refreshMs = 30_000

export const useUsage = () =>
  useQuery({
    queryKey: usageKey,
    queryFn: ({ signal }) => api.call(folderSize, { body: {}, signal }),
    retry: false,
    networkMode: 'always',
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
  })

export type Fullness = 'room' | 'almostFull' | 'full'

/** Spec §4: almost full from 90 %, maximum reached from 100 %. */
export function fullnessOf({ folderSize: used, storageBytes }: Pick<Usage, 'folderSize' | 'storageBytes'>): Fullness {
  if (used >= storageBytes) return 'full'
  return used >= storageBytes * 0.9 ? 'almostFull' : 'room'
}
