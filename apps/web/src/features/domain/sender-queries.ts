/** The domain that mails come from, and what can be done about it. */
import {
  checkSenderDomain,
  readSenderDomain,
  removeSenderDomain,
  renewSenderKey,
  type SenderView,
  setSenderDomain,
} from '@sampan/contract/routes/sender-domains'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../product/session/api.ts'
import { lookAgainMs } from './queries.ts'

const senderKey = ['senderDomain'] as const

const isWaited = (view: SenderView | undefined): boolean =>
  view?.domain?.records.some(({ state, isSigning }) => !isSigning && state !== 'right') ?? false

export const useSender = () =>
  useQuery({
    queryKey: senderKey,
    queryFn: ({ signal }): Promise<SenderView> => api.call(readSenderDomain, { signal }),
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => isWaited(state.data) && lookAgainMs,
  })

export function useSenderActs() {
  const queries = useQueryClient()
  const show = (view: SenderView) => void queries.setQueryData<SenderView>(senderKey, view)
  return {
    set: async (address: string) => {
      const at = address.lastIndexOf('@')
      const body = { localPart: address.slice(0, Math.max(at, 0)), host: address.slice(at + 1) }
      show(await api.call(setSenderDomain, { body }))
    },
    check: async () => show(await api.call(checkSenderDomain, {})),
    renew: async () => show(await api.call(renewSenderKey, {})),
    remove: async () => show(await api.call(removeSenderDomain, {})),
  }
}
