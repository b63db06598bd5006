/** The hosts that links stand at, and what can be done about them: each answer is all of them as they stand then. */
import { addDomain, checkDomain, type DomainsView, readDomains, removeDomain } from '@sampan/contract/routes/domains'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../product/session/api.ts'

const domainsKey = ['domains'] as const
/** What is set in DNS is there within minutes: who waits for it sees it come. */
export const lookAgainMs = 30_000

const isWaited = (view: DomainsView | undefined): boolean => view?.domains.some(({ state }) => state !== 'verified') ?? false

export const useDomains = () =>
  useQuery({
    queryKey: domainsKey,
    queryFn: ({ signal }): Promise<DomainsView> => api.call(readDomains, { signal }),
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => isWaited(state.data) && lookAgainMs,
  })

export function useDomainActs() {
  const queries = useQueryClient()
  const show = (view: DomainsView) => void queries.setQueryData<DomainsView>(domainsKey, view)
  return {
    add: async (host: string) => show(await api.call(addDomain, { body: { host } })),
    check: async (host: string) => show(await api.call(checkDomain, { params: { host } })),
    remove: async (host: string) => show(await api.call(removeDomain, { params: { host } })),
  }
}
