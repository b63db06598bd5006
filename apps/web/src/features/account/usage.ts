/** What is used of the plan: storage and this month's transfers. */
import { useQuery } from '@tanstack/react-query'
import { type Usage, usageQuery } from '../../product/session/usage.ts'

const refreshMs = 30_000

export const useUsage = () =>
  useQuery({
    ...usageQuery,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
  })

export type Fullness = 'free' | 'almostFull' | 'full'

/** Spec §4: almost full from 90 %, maximum reached from 100 %. */
export function fullnessOf({ folderSize: used, storageBytes }: Pick<Usage, 'folderSize' | 'storageBytes'>): Fullness {
  if (used >= storageBytes) return 'full'
  return used >= storageBytes * 0.9 ? 'almostFull' : 'free'
}
