/** What the page of refused mail asks of the server. */
import { type RefusalView, readRefusal, refuseMail } from '@sampan/contract/routes/refusals'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isProblem } from '../../lib/is-problem.ts'
import { api } from '../../product/session/api.ts'

const keyOf = (token: string) => ['refusal', token]

/** null: the link is not one of ours. */
export const useRefusal = (token: string) =>
  useQuery<RefusalView | null>({
    queryKey: keyOf(token),
    queryFn: async () => {
      try {
        return await api.call(readRefusal, { params: { token } })
      } catch (error) {
        if (isProblem(error, 'mailLinkInvalid')) return null
        throw error
      }
    },
    networkMode: 'always',
  })

export type Choice = { scope: 'sender' | 'all'; refuse: 'yes' | 'no' }

export function useRefuse(token: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Choice) => api.call(refuseMail, { params: { token }, body }),
    networkMode: 'always',
    onSuccess: (view) => queries.setQueryData<RefusalView | null>(keyOf(token), view),
  })
}
