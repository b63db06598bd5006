/** The caller's file requests as the server has them, and what changes them. */
import { pageRows } from '@sampan/contract/limits'
import { deleteTransfer } from '@sampan/contract/routes/dashboard'
import {
  addSuppliers,
  commentSupplier,
  decideFiles,
  exportRequest,
  receivedAddress,
  remindSuppliers,
  removeSupplier,
} from '@sampan/contract/routes/request-following'
import { deleteTemplate, listTemplates, saveTemplate } from '@sampan/contract/routes/request-templates'
import {
  changeRequest,
  createRequest,
  deleteRequest,
  duplicateRequest,
  listRequests,
  type RequestDetail,
  readFileRequest,
} from '@sampan/contract/routes/requests'
import type { RouteArgs } from '@sampan/contract/routes/route'
import { readSettings } from '@sampan/contract/routes/settings'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { saveFile } from '../../lib/save-file.ts'

export type View = { filter: 'all' | 'open' | 'ended'; search: string }
export type NewRequestBody = RouteArgs<typeof createRequest>['body']
export type Change = RouteArgs<typeof changeRequest>['body']
export type Decide = RouteArgs<typeof decideFiles>['body']

/** Page by page; while the next view loads, the one before stays. */
export function useRequests({ filter, search }: View) {
  const query = useInfiniteQuery({
    queryKey: ['requests', 'list', filter, search],
    initialPageParam: 0,
    queryFn: ({ pageParam: skip, signal }) =>
      api.call(listRequests, { query: { filter, ...(search && { search }), skip, limit: pageRows.first }, signal }),
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((count, page) => count + page.requests.length, 0)
      return last.requests.length > 0 && loaded < last.matchCount ? loaded : undefined
    },
    placeholderData: keepPreviousData,
    retry: false,
    networkMode: 'always',
  })
  const rows = query.data?.pages.flatMap(({ requests }) => requests)
  return { ...query, rows: rows && [...new Map(rows.map((row) => [row._id, row])).values()] }
}

const pollMs = 10_000
const detailKey = (slug: string) => ['requests', 'detail', slug]

export const useRequest = (slug: string) =>
  useQuery({
    queryKey: detailKey(slug),
    queryFn: ({ signal }) => api.call(readFileRequest, { params: { slug }, signal }),
    retry: false,
    networkMode: 'always',
    // Bytes that flow are told by nobody until they are submitted.
    refetchInterval: ({ state }) => (state.data && state.data.request.uploadingCount > 0 ? pollMs : false),
  })

/** The request as it is now takes the place of what is shown; lists are asked anew. */
export function useActs(slug: string) {
  const queries = useQueryClient()
  const params = { slug }
  const refresh = () => queries.invalidateQueries({ queryKey: ['requests'] })
  const keep = (detail: RequestDetail) => {
    queries.setQueryData(detailKey(slug), detail)
    void queries.invalidateQueries({ queryKey: ['requests', 'list'] })
  }
  return {
    change: async (body: Change) => keep(await api.call(changeRequest, { params, body })),
    decide: async (body: Decide) => keep(await api.call(decideFiles, { params, body })),
    add: async (emails: readonly string[]) =>
      keep(await api.call(addSuppliers, { params, body: { emailTo: emails.map((email) => ({ email })) } })),
    remind: (supplierIds?: string[]) => api.call(remindSuppliers, { params, body: supplierIds ? { supplierIds } : {} }),
    removePerson: async (supplierId: string) => {
      await api.call(removeSupplier, { params: { slug, supplierId } })
      await refresh()
    },
    comment: async (supplierId: string, text: string) => {
      await api.call(commentSupplier, { params: { slug, supplierId }, body: { text } })
      await refresh()
    },
    deleteFiles: async (transferSlug: string) => {
      await api.call(deleteTransfer, { body: { slug: transferSlug } })
      await refresh()
    },
    duplicate: async () => {
      const copy = await api.call(duplicateRequest, { params })
      await refresh()
      return copy.request.slug
    },
    remove: async () => {
      await api.call(deleteRequest, { params })
      await queries.invalidateQueries({ queryKey: ['requests', 'list'] })
    },
    /** The browser's own download. */
    download: async (which: { supplierId?: string; fileIds?: string[] }) => {
      const { url } = await api.call(receivedAddress, { params, body: which })
      Object.assign(document.createElement('a'), { href: url, download: '' }).click()
    },
    save: (format: 'csv' | 'pdf') => saveFile(exportRequest, { params, query: { format } }, `request-${slug}.${format}`),
  }
}
export type Acts = ReturnType<typeof useActs>

export function useCreate() {
  const queries = useQueryClient()
  return async (body: NewRequestBody): Promise<RequestDetail> => {
    const detail = await api.call(createRequest, { body })
    queries.setQueryData(detailKey(detail.request.slug), detail)
    await queries.invalidateQueries({ queryKey: ['requests', 'list'] })
    return detail
  }
}

export const useTemplates = () =>
  useQuery({
    queryKey: ['requestTemplates'],
    queryFn: ({ signal }) => api.call(listTemplates, { signal }),
    networkMode: 'always',
  })

export function useTemplateActs() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['requestTemplates'] })
  return {
    keep: async (body: RouteArgs<typeof saveTemplate>['body']) => {
      await api.call(saveTemplate, { body })
      await refresh()
    },
    remove: async (templateId: string) => {
      await api.call(deleteTemplate, { params: { templateId } })
      await refresh()
    },
  }
}

export const useRequestDefaults = () =>
  useQuery({
    queryKey: ['settings', 'ofRequests'],
    queryFn: async ({ signal }) => (await api.call(readSettings, { signal })).settings.requestSettings,
    networkMode: 'always',
  })
