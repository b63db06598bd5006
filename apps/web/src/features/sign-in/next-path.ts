/** Where a log-in goes on to: a page of the logged-in area that the address names, else its first page. */
import { dashPath, isDashPath } from '@sampan/contract/paths'

// Never another site: only the path is taken, and only after the browser's own way of reading it.
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  if (!next.startsWith(dashPath)) return dashPath
  const { pathname, search: query, hash } = new URL(next, 'http://sampan.invalid')
  return isDashPath(pathname) ? pathname + query + hash : dashPath
}
