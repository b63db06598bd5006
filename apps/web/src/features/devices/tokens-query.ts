/** The account's API tokens, as they were fetched last. */
import { listTokens } from '@sampan/contract/routes/devices'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../product/session/api.ts'

export const tokensKey = ['tokens']

export const useTokens = () =>
  useQuery({
    queryKey: tokensKey,
    queryFn: ({ signal }) => api.call(listTokens, { signal }),
    retry: false,
    networkMode: 'always',
  })
