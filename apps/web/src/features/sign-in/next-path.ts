/**
 * Where a log-in goes on to: a page of the logged-in area that the address names, or the one of licence codes; else the transfer that the
 * account is to save (A7), else the first page. A transfer joins the account of its sender's address; whether it joined another one, the
 * server says by `savedSlug`.
 */
import { dashPath, dashTransferPath } from '@sampan/contract/paths'
import { ownPath } from '@sampan/contract/rules/own-path'

/** The transfer that an account is to save; anything but a slug is nothing. */
export function slugToSave(search: string): string | null {
  const slug = new URLSearchParams(search).get('save') ?? ''
  return /^[0-9A-Za-z]{7,32}$/.test(slug) ? slug : null
}

// Never another site.
export function nextPath(search: string, email?: string, savedSlug: string | null = null): string {
  const asked = new URLSearchParams(search)
  const next = asked.get('next')
  const sender = asked.get('email')
  const isOthers = Boolean(email && sender) && email!.toLowerCase() !== sender!.toLowerCase()
  if (next === null) {
    const slug = isOthers ? savedSlug : slugToSave(search)
    return slug === null ? dashPath : dashTransferPath(slug)
  }
  return ownPath(next) ?? dashPath
}
