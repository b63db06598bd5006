/** Changes what the cache holds of every list at once: a row stands in several, by filter and search. */
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import type { QueryClient } from '@tanstack/react-query'
import { hasRow, type Pages, withoutRow, withRecord, withRow } from './pages.ts'
import { type LoadedPage, listPages, type PageKey } from './queries.ts'

type ListName = string
type Loaded = { key: PageKey; page: LoadedPage }

const listOf = ([, , filter, search, sort, by]: PageKey): ListName => `${sort} ${filter} ${by} ${search}`
const numberOf = (key: PageKey): number => key[6]

function loadedLists(queries: QueryClient): Map<ListName, Loaded[]> {
  const lists = new Map<ListName, Loaded[]>()
  for (const [queryKey, page] of queries.getQueriesData<LoadedPage>({ queryKey: listPages })) {
    if (!page) continue
    const key = queryKey as unknown as PageKey
    lists.set(listOf(key), [...(lists.get(listOf(key)) ?? []), { key, page }])
  }
  return lists
}

function changeLists(queries: QueryClient, change: (pages: Pages, name: ListName) => Pages | null): void {
  for (const [name, list] of loadedLists(queries)) {
    const next = change(new Map(list.map(({ key, page }) => [numberOf(key), page])), name)
    if (!next) continue
    for (const { key, page } of list) queries.setQueryData<LoadedPage>(key, { ...page, ...next.get(numberOf(key)) })
  }
}

/** Only there the place of a row that comes back is known; elsewhere the server is asked. */
const isByDate = (name: ListName): boolean => name.startsWith('newest ')

/** Takes the row out everywhere; the answer puts it back where it was. */
export function takeOut(queries: QueryClient, row: TransferRecord): () => void {
  const names = new Set<ListName>()
  changeLists(queries, (pages, name) => {
    if (!hasRow(pages, row._id)) return null
    names.add(name)
    return withoutRow(pages, row, new Date())
  })
  return () => changeLists(queries, (pages, name) => (names.has(name) && isByDate(name) ? withRow(pages, row, new Date()) : null))
}

export const showChanged = (queries: QueryClient, row: TransferRecord): void =>
  changeLists(queries, (pages) => (hasRow(pages, row._id) ? withRecord(pages, row) : null))
