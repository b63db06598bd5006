/** What the first page tells of everything that was sent: the counts with the latest few, and what ends soon. */
import { expiringSeconds } from '@sampan/contract/limits'
import { getQs, type TransferRecord } from '@sampan/contract/routes/dashboard'
import { useQuery } from '@tanstack/react-query'
import { within } from '../../lib/timeout.ts'
import { api } from '../../product/session/api.ts'
import type { TransferPage } from './pages.ts'
import { allPages } from './queries.ts'

const maxLatest = 6
/** So many are looked at for how many end soon; beyond that it says "30+". */
export const maxExpiring = 30

const ask = (query: { limit: number; filter?: 'active'; sort?: 'expiry' }, signal: AbortSignal): Promise<TransferPage> =>
  within((stop) => api.call(getQs, { query, signal: stop }), signal)

export const useLatest = () =>
  useQuery({
    queryKey: [...allPages, 'latest'],
    queryFn: ({ signal }) => ask({ limit: maxLatest }, signal),
    retry: false,
    networkMode: 'always',
  })

/** Those that are in force and end within the next days, what ends first first. */
export const endingSoon = (rows: readonly TransferRecord[], now: number): TransferRecord[] =>
  rows.filter(({ expiryDate }) => expiryDate > now && expiryDate - now < expiringSeconds * 1000)

export const useExpiring = () =>
  useQuery({
    queryKey: [...allPages, 'expiring'],
    queryFn: ({ signal }) => ask({ limit: maxExpiring, filter: 'active', sort: 'expiry' }, signal),
    retry: false,
    networkMode: 'always',
  })
