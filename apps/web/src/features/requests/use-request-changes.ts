/** What whoever asked does to a request: the server's answer takes the place of what was there. */
import { deleteTransfer } from '@sampan/contract/routes/dashboard'
import { resendNoticeProof } from '@sampan/contract/routes/notices'
import {
  addSuppliers,
  commentSupplier,
  decideFiles,
  discardBegun,
  exportRequest,
  receivedAddress,
  remindSuppliers,
  removeSupplier,
} from '@sampan/contract/routes/request-following'
import { changeRequest, deleteRequest, duplicateRequest, type RequestDetail } from '@sampan/contract/routes/requests'
import type { RouteInput } from '@sampan/contract/routes/route'
import type { Decision } from '@sampan/contract/states'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { within } from '../../lib/timeout.ts'
import { api } from '../../product/session/api.ts'
import { saveFile } from '../../product/session/save-file.ts'
import { usageKey } from '../../product/session/usage-key.ts'
import { listKey, requestKey } from './queries.ts'

type Call = <T>(run: (signal: AbortSignal) => Promise<T>) => Promise<T>
type Changed = RouteInput<typeof changeRequest>['body']

/** Counted as under way, so that no refresh overtakes it. */
function useCall(): Call {
  const { mutateAsync } = useMutation({
    mutationKey: ['request'],
    networkMode: 'always',
    mutationFn: (run: (signal: AbortSignal) => Promise<unknown>) => within(run),
  })
  return mutateAsync as Call
}

/** The browser keeps it: a refusal is a download that failed, and the page stays. */
const download = (href: string) => Object.assign(document.createElement('a'), { href, download: '' }).click()

export function useRequestChanges(slug: string) {
  const queries = useQueryClient()
  const call = useCall()
  return useMemo(() => {
    const params = { slug }
    const key = requestKey(slug)
    const refresh = async () => {
      for (const queryKey of [listKey, usageKey]) void queries.invalidateQueries({ queryKey })
      await queries.invalidateQueries({ queryKey: key })
    }
    const whole = async (run: (signal: AbortSignal) => Promise<RequestDetail>) => {
      await queries.cancelQueries({ queryKey: key })
      queries.setQueryData(key, await call(run))
      void queries.invalidateQueries({ queryKey: listKey })
      // The answer has the first page alone.
      await queries.invalidateQueries({ queryKey: key, predicate: ({ queryKey }) => queryKey.length > key.length })
    }
    const then = async <T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> => {
      const answer = await call(run)
      await refresh()
      return answer
    }
    return {
      change: (body: Changed) => whole((signal) => api.call(changeRequest, { params, body, signal })),
      add: (emails: readonly string[]) => {
        const body = { emailTo: emails.map((email) => ({ email })) }
        return whole((signal) => api.call(addSuppliers, { params, body, signal }))
      },
      decide: (fileIds: readonly string[], decision: Decision, reason = '') =>
        whole((signal) => api.call(decideFiles, { params, body: { fileIds: [...fileIds], decision, reason }, signal })),
      removePerson: (supplierId: string) => then((signal) => api.call(removeSupplier, { params: { slug, supplierId }, signal })),
      /** Without names all who are missing something; how many were mailed. */
      remind: async (supplierIds?: readonly string[]) => {
        const body = supplierIds ? { supplierIds: [...supplierIds] } : {}
        return (await then((signal) => api.call(remindSuppliers, { params, body, signal }))).reminded
      },
      askAddress: () => then((signal) => api.call(resendNoticeProof, { params, signal })),
      comment: (supplierId: string, text: string) =>
        then((signal) => api.call(commentSupplier, { params: { slug, supplierId }, body: { text }, signal })),
      download: async (of: { supplierId?: string; fileIds?: string[] }) =>
        download((await call((signal) => api.call(receivedAddress, { params, body: of, signal }))).url),
      export: (format: 'csv' | 'pdf', name: string) =>
        saveFile(exportRequest, { params, query: { format } }, `${name || slug}.${format}`),
      deleteSending: (transferSlug: string) =>
        then((signal) => api.call(deleteTransfer, { body: { slug: transferSlug, type: 'received' }, signal })),
      /** How many unfinished uploads of strangers ended. */
      discard: async () => (await then((signal) => api.call(discardBegun, { params, signal }))).discarded,
      copy: async (): Promise<RequestDetail> => {
        const copy = await call((signal) => api.call(duplicateRequest, { params, signal }))
        queries.setQueryData(requestKey(copy.request.slug), copy)
        void queries.invalidateQueries({ queryKey: listKey })
        return copy
      },
      remove: async () => {
        await call((signal) => api.call(deleteRequest, { params, signal }))
        queries.removeQueries({ queryKey: key })
        for (const queryKey of [listKey, usageKey, ['transfers']]) void queries.invalidateQueries({ queryKey })
      },
    }
  }, [slug, queries, call])
}
export type RequestChanges = ReturnType<typeof useRequestChanges>
