/** What the page of an address for notices asks of the server. */
import { type NoticesView, proveNotices, readNotices } from '@sampan/contract/routes/notices'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isProblem } from '../../lib/is-problem.ts'
import { api } from '../../product/session/api.ts'

const keyOf = (token: string) => ['notices', token]

/** null: the link is not one of ours. */
export const useNotices = (token: string) =>
  useQuery<NoticesView | null>({
    queryKey: keyOf(token),
    queryFn: async () => {
      try {
        return await api.call(readNotices, { params: { token } })
      } catch (error) {
        if (isProblem(error, 'mailLinkInvalid')) return null
        throw error
      }
    },
    networkMode: 'always',
  })

export function useProve(token: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.call(proveNotices, { params: { token } }),
    networkMode: 'always',
    onSuccess: (view) => queries.setQueryData<NoticesView | null>(keyOf(token), view),
  })
}
