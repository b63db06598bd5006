/** What the page of an extension asks of the server. */
import { checkExtension, type ExtensionView, readExtension } from '@sampan/contract/routes/extension'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isProblem } from '../../lib/is-problem.ts'
import { api } from '../../product/session/api.ts'

const keyOf = (token: string) => ['extension', token]

/** null: there is nothing to give time to (any more). */
export const useExtension = (token: string) =>
  useQuery<ExtensionView | null>({
    queryKey: keyOf(token),
    queryFn: async () => {
      try {
        return await api.call(readExtension, { params: { token } })
      } catch (error) {
        if (isProblem(error, 'extensionDead')) return null
        throw error
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })

export function useExtend(token: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.call(checkExtension, { body: { token } }),
    networkMode: 'always',
    onSuccess: ({ expiryDate }) =>
      queries.setQueryData<ExtensionView | null>(keyOf(token), (view) => view && { ...view, state: 'extended', expiryDate }),
    onError: (error) => {
      if (isProblem(error, 'extensionDead')) queries.setQueryData(keyOf(token), null)
    },
  })
}
