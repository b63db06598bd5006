/** The transfer as the server has it, renewed while it is looked at, and what its sender does to it. */
import {
  correctAddress,
  deleteManaged,
  type ManagedTransfer,
  managedTransfer,
  readManaged,
  resendMail,
  restoreManaged,
} from '@sampan/contract/routes/manage'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isProblem } from '../../lib/is-problem.ts'
import { api } from '../../product/session/api.ts'

export type ManageLink = { slug: string; token: string }

const refreshMs = 15_000
const keyOf = ({ slug, token }: ManageLink) => ['managed', slug, token] as const

/** What the server wrote into the document; read as this module loads, before the app replaces that part of the page. */
function readServerData(): ManagedTransfer | undefined {
  if (typeof document === 'undefined') return undefined
  try {
    return managedTransfer.parse(JSON.parse(document.getElementById('server-data')?.textContent ?? 'null')?.managed)
  } catch {
    return undefined
  }
}
const written = { view: readServerData(), address: typeof location === 'undefined' ? '' : location.pathname }

/** null: there is nothing to look after by this link, or no longer. */
export const useManaged = (link: ManageLink) =>
  useQuery({
    queryKey: keyOf(link),
    queryFn: async ({ signal }): Promise<ManagedTransfer | null> => {
      try {
        return await api.call(readManaged, { params: link, signal })
      } catch (error) {
        if (isProblem(error, 'transferUnknown')) return null
        throw error
      }
    },
    initialData: () => (location.pathname === written.address ? written.view : undefined),
    staleTime: refreshMs / 2,
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: true,
    // A wrong link asked for again and again is guessing.
    refetchInterval: ({ state }) => (state.data === null || state.data?.status === 'inAccount' ? false : refreshMs),
  })

export function useManage(link: ManageLink) {
  const queries = useQueryClient()
  const show = (view: ManagedTransfer) => queries.setQueryData(keyOf(link), view)
  const renew = () => queries.invalidateQueries({ queryKey: keyOf(link) })
  const always = { networkMode: 'always' } as const
  return {
    resend: useMutation({
      ...always,
      mutationFn: (recipientId: string) => api.call(resendMail, { params: { ...link, recipientId } }),
      onSuccess: show,
    }),
    /** Each form asks for itself: what one is refused is nothing to another. */
    correct: async (recipientId: string, email: string) =>
      void show(await api.call(correctAddress, { params: { ...link, recipientId }, body: { email } })),
    remove: useMutation({ ...always, mutationFn: () => api.call(deleteManaged, { params: link }), onSuccess: renew }),
    restore: useMutation({ ...always, mutationFn: () => api.call(restoreManaged, { params: link }), onSettled: renew }),
  }
}
export type ManageActions = ReturnType<typeof useManage>
