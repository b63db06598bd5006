/** What the panel has of the transfer already, the history of its files, and what is done to them. */
import { readDetail, type TransferDetail } from '@sampan/contract/routes/transfer-detail'
import * as routes from '@sampan/contract/routes/transfer-files'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../../product/session/api.ts'
import { usageKey } from '../../product/session/usage-key.ts'

const ofTransfer = (slug: string) => ['transfer', slug] as const

/** Renewed by the panel; asked for here only where nobody has. */
export const useDetail = (slug: string) =>
  useQuery({
    queryKey: [...ofTransfer(slug), 'detail'],
    queryFn: ({ signal }): Promise<TransferDetail | null> => api.call(readDetail, { params: { slug }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: 'always',
  })

export const useHistory = (slug: string) =>
  useQuery({
    queryKey: [...ofTransfer(slug), 'versions'],
    queryFn: ({ signal }) => api.call(routes.readVersions, { params: { slug }, signal }),
    retry: false,
    networkMode: 'always',
  })

/** Its files have changed: everything that shows something of them asks anew. */
export function useRenew(slug: string): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(async () => {
    const keys = [ofTransfer(slug), ['transfers'], usageKey]
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }, [queries, slug])
}

export function useFileActs(slug: string) {
  const renew = useRenew(slug)
  const params = { slug }
  const mutationKey = ofTransfer(slug)
  return {
    remove: useMutation({
      mutationKey,
      mutationFn: (fileId: string) => api.call(routes.changeFiles, { params, body: { remove: [fileId] } }),
      onSettled: renew,
      networkMode: 'always',
    }),
    restore: useMutation({
      mutationKey,
      mutationFn: (version: number) => api.call(routes.restoreVersion, { params: { slug, version: String(version) } }),
      onSettled: renew,
      networkMode: 'always',
    }),
    free: useMutation({
      mutationKey,
      mutationFn: () => api.call(routes.freeVersions, { params }),
      onSettled: renew,
      networkMode: 'always',
    }),
  }
}
export type FileActs = ReturnType<typeof useFileActs>
