/** The caller's contacts as the server has them, and what changes them. */
import { pageRows } from '@sampan/contract/limits'
import { type Contact, type ContactSort, contactHistory, exportContacts, listContacts } from '@sampan/contract/routes/contacts'
import type { RouteReply } from '@sampan/contract/routes/route'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../product/session/api.ts'
import { saveFile } from '../../product/session/save-file.ts'

export type View = { search: string; group: string | null; sort: ContactSort }
export type ContactPage = RouteReply<typeof listContacts>

export const nameOf = ({ name, email }: Pick<Contact, 'name' | 'email'>): string => name || email

/** Page by page as the list is scrolled; while the next view loads, the one before stays. */
export function useContacts({ search, group, sort }: View) {
  const query = useInfiniteQuery({
    queryKey: ['contacts', 'list', search, group, sort],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(search && { search }), ...(group && { group }), sort, skip: pageParam, limit: pageRows.max }
      return api.call(listContacts, { query, signal })
    },
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((count, page) => count + page.contacts.length, 0)
      return last.contacts.length === pageRows.max && loaded < last.matchCount ? loaded : undefined
    },
    placeholderData: keepPreviousData,
    retry: false,
    networkMode: 'always',
  })
  const pages = query.data?.pages ?? []
  // Somebody may come between two pages: nobody is shown twice.
  const rows = [...new Map(pages.flatMap((page) => page.contacts).map((row) => [row._id, row])).values()]
  return { ...query, page: pages[0], rows }
}

export function useRefreshContacts(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['contacts'] })
}

export const useHistory = (contactId: string) =>
  useInfiniteQuery({
    queryKey: ['contacts', 'history', contactId],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => api.call(contactHistory, { params: { contactId }, query: { skip: pageParam }, signal }),
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((count, page) => count + page.transfers.length, 0)
      return last.transfers.length > 0 && loaded < last.count ? loaded : undefined
    },
    retry: false,
    networkMode: 'always',
  })

export const saveContacts = (format: 'csv' | 'vcard', group: string | null): Promise<void> =>
  saveFile(exportContacts, { query: { format, ...(group && { group }) } }, format === 'csv' ? 'contacts.csv' : 'contacts.vcf')
