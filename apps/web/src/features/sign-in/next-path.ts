/**
 * Where a log-in goes on to: a page of the logged-in area that the address names, or the one of licence codes; else the transfer that the
 * account is to save (A7), else the first page. A transfer joins the account of its sender's address; whether it joined another one, the
 * server says by `savedSlug`.
 */
import { languages } from '@sampan/contract/languages'
import { dashPath, dashTransferPath, isDashPath, lifetimePath } from '@sampan/contract/paths'

const here = 'http://sampan.invalid'
const mayGoOn = (path: string): boolean => isDashPath(path) || languages.some((language) => lifetimePath(language) === path)

/** The transfer that an account is to save; anything but a slug is nothing. */
export function slugToSave(search: string): string | null {
  const slug = new URLSearchParams(search).get('save') ?? ''
  return /^[0-9A-Za-z]{7,32}$/.test(slug) ? slug : null
}

// Never another site: only the path is taken, and only after the browser's own way of reading it.
export function nextPath(search: string, email?: string, savedSlug: string | null = null): string {
  const asked = new URLSearchParams(search)
  const next = asked.get('next')
  const sender = asked.get('email')
  const isOthers = Boolean(email && sender) && email!.toLowerCase() !== sender!.toLowerCase()
  if (next === null) {
    const slug = isOthers ? savedSlug : slugToSave(search)
    return slug === null ? dashPath : dashTransferPath(slug)
  }
  if (!next.startsWith('/') || !URL.canParse(next, here)) return dashPath
  const { origin, pathname, search: query, hash } = new URL(next, here)
  return origin === here && mayGoOn(pathname) ? pathname + query + hash : dashPath
}
