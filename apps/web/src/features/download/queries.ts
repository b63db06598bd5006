/** What the page asks of the server. */
import { problemOf } from '@sampan/client/api-reply'
import { NetworkError } from '@sampan/client/network-error'
import { readTransfer, selectFiles, type TransferView, transferView, unlockTransfer } from '@sampan/contract/routes/downloads'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { LinkAddress } from './link-address.ts'
import { viewInDocument } from './server-data.ts'

const refetchMs = 5000

/** Every state of a link is a view, whatever the status says; what is no view is a Problem. */
async function fetchView({ slug, user, dl }: LinkAddress, signal: AbortSignal): Promise<TransferView> {
  const { url, headers } = api.target(readTransfer, { params: { slug }, query: { user, dl } })
  const response = await fetch(url, { headers, credentials: 'same-origin', signal }).catch((cause) => {
    throw signal.aborted ? cause : new NetworkError('No answer from the server', { cause })
  })
  const text = await response.text()
  try {
    return transferView.parse(JSON.parse(text))
  } catch {
    throw problemOf({ status: response.status, text, header: (name) => response.headers.get(name) })
  }
}

const keyOf = ({ slug, user, dl }: LinkAddress) => ['transfer', slug, user, dl]

export const useTransferView = (address: LinkAddress) =>
  useQuery({
    queryKey: keyOf(address),
    queryFn: ({ signal }) => fetchView(address, signal),
    initialData: viewInDocument,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    refetchInterval: ({ state }) => (state.data?.state === 'uploading' ? refetchMs : false),
  })

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
