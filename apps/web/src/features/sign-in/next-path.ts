/**
 * Where a log-in goes on to: a page of the logged-in area that the address names, or the one of licence codes; else the transfer that the
 * account is to save (A7), else the first page. A transfer joins the account of its sender's address: with another one it is nowhere.
 */
import { dashPath, dashTransferPath, isDashPath, languages, lifetimePath } from '@sampan/contract/paths'

const here = 'http://sampan.invalid'
const mayGoOn = (path: string): boolean => isDashPath(path) || languages.some((language) => lifetimePath(language) === path)

const savedPath = (slug: string): string => (/^[0-9A-Za-z]{7,32}$/.test(slug) ? dashTransferPath(slug) : dashPath)

// Never another site: only the path is taken, and only after the browser's own way of reading it.
export function nextPath(search: string, email?: string): string {
  const asked = new URLSearchParams(search)
  const next = asked.get('next')
  const sender = asked.get('email')
  const isOthers = Boolean(email && sender) && email!.toLowerCase() !== sender!.toLowerCase()
  if (next === null) return isOthers ? dashPath : savedPath(asked.get('save') ?? '')
  if (!next.startsWith('/') || !URL.canParse(next, here)) return dashPath
  const { origin, pathname, search: query, hash } = new URL(next, here)
  return origin === here && mayGoOn(pathname) ? pathname + query + hash : dashPath
}
