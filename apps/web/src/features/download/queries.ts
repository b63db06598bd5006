/** What the page asks of the server. */
import { Problem } from '@sampan/contract/errors'
import {
  readArrival,
  readTransfer,
  selectFiles,
  type TransferView,
  transferView,
  unlockTransfer,
} from '@sampan/contract/routes/downloads'
import { reportTransfer, requestTime } from '@sampan/contract/routes/extension'
import type { RouteArgs } from '@sampan/contract/routes/route'
import { pollAfterMs } from '@sampan/contract/rules/poll-arrival'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fetchStateView } from '../../lib/state-view.ts'
import { api } from '../../product/session/api.ts'
import { recallBegun, useBegun } from './begun.ts'
import { keepBegun, keepVisit, keptBegun, keptVisit } from './kept-visit.ts'
import type { LinkAddress } from './link-address.ts'
import { isLimited, lookAgainMs } from './look-again.ts'
import { viewInDocument } from './server-data.ts'
import { usePress } from './use-press.ts'

async function fetchView({ slug, user, dl }: LinkAddress, signal: AbortSignal): Promise<TransferView> {
  const view = await fetchStateView(api.target(readTransfer, { params: { slug }, query: { user, dl } }), transferView, signal)
  keepVisit(view)
  return view
}

const keyOf = ({ slug, user, dl }: LinkAddress) => ['transfer', slug, user, dl]

export function useTransferView(address: LinkAddress) {
  const queries = useQueryClient()
  const { slug } = address
  const begun = useBegun(slug)
  const press = usePress(queries.getQueryData<TransferView>(keyOf(address)), begun)
  const found = useQuery({
    queryKey: keyOf(address),
    // The same visit goes on, so that what it was counted for stays open to it.
    queryFn: ({ signal }) => {
      const known = queries.getQueryData<TransferView>(keyOf(address))
      return fetchView({ ...address, dl: keptVisit(slug) ?? known?.dl ?? address.dl }, signal)
    },
    initialData: viewInDocument,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    refetchInterval: ({ state: { data } }) => lookAgainMs(data, begun, press.current, Date.now()),
    // Whoever comes back from where the browser lists its downloads sees what is left of them.
    refetchOnWindowFocus: ({ state: { data } }) => (data && isLimited(data) ? 'always' : false),
  })
  const { data: view, refetch } = found
  // Loaded again, the page stands for a new visit; the one before may have more to get.
  const mayGoOn = view !== undefined && !view.isCounted && !view.isOwn && keptVisit(slug) !== undefined
  useEffect(() => {
    const earlier = keptBegun(slug)
    if (earlier) recallBegun(slug, earlier)
  }, [slug])
  useEffect(() => {
    if (!view) return
    keepVisit(view)
    keepBegun(view, begun)
  }, [view, begun])
  useEffect(() => {
    if (mayGoOn) void refetch()
  }, [mayGoOn, refetch])
  return found
}

/** What the view has become: the next step of its arrival, or another state altogether. */
async function fetchNext(before: TransferView, address: LinkAddress, signal: AbortSignal): Promise<TransferView> {
  const { slug, user, dl } = address
  try {
    const { state, arrival } = await api.call(readArrival, { params: { slug }, query: { user, dl } })
    if (state === 'uploading' && arrival) return { ...before, arrival }
  } catch (error) {
    if (!(error instanceof Problem) || !['transferUnknown', 'transferDeleted'].includes(error.code)) throw error
  }
  const view = await fetchView(address, signal)
  // Taken back by its sender before it was whole.
  return view.state === 'unknown' ? { ...view, state: 'unfinished' } : view
}

/** Follows an upload that runs, as long as somebody looks. True while the server does not answer. */
export function useArrival(address: LinkAddress, view: TransferView | undefined): boolean {
  const queries = useQueryClient()
  const { slug, user } = address
  const dl = view?.dl ?? address.dl
  const next = useQuery({
    queryKey: ['arrival', slug, user],
    queryFn: async ({ signal }) => {
      const known = queries.getQueryData<TransferView>(keyOf(address))
      if (known) queries.setQueryData(keyOf(address), await fetchNext(known, { slug, user, dl }, signal))
      return true
    },
    enabled: view?.state === 'uploading',
    networkMode: 'always',
    retry: false,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => pollAfterMs(view?.arrival?.silentSeconds ?? 0, state.fetchFailureCount),
  })
  return next.isError
}

export function useUnlock(address: LinkAddress) {
  const queries = useQueryClient()
  const { slug, user } = address
  return useMutation({
    mutationFn: (password: string) => api.call(unlockTransfer, { params: { slug }, query: { user }, body: { password } }),
    networkMode: 'always',
    onSuccess: (view) => queries.setQueryData(keyOf(address), view),
  })
}

export const useSelect = ({ slug, user, dl }: LinkAddress) =>
  useMutation({
    mutationFn: (fileIds: string[]) => api.call(selectFiles, { params: { slug }, query: { user, dl }, body: { fileIds } }),
    networkMode: 'always',
  })

export const useRequestTime = ({ slug, user, dl }: LinkAddress) =>
  useMutation({
    mutationFn: (body: { email?: string; note: string }) =>
      api.call(requestTime, { params: { slug }, query: { user, dl }, body }),
    networkMode: 'always',
  })

type Report = RouteArgs<typeof reportTransfer>['body']

export const sendReport = ({ slug, user, dl }: LinkAddress, body: Report) =>
  api.call(reportTransfer, { params: { slug }, query: { user, dl }, body })
