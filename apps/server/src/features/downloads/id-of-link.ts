/** The `dl` that a page, or a step on it, gives for a link. */
import { passwordMark } from '../../http/password-mark.ts'
import type { Services } from '../../services.ts'
import { makeDownloadId } from './download-id.ts'
import type { Link } from './resolve-link.ts'

type Deps = Pick<Services, 'secrets' | 'clock'>

/** Null for a sender's own, which is open by the session alone: an address of it is worth nothing to others. */
export function idOfLink(
  { secrets, clock }: Deps,
  link: Link,
  how: { visit?: string | undefined; isStepped: boolean },
): string | null {
  const { transfer, recipient, isOwn } = link
  if (isOwn) return null
  const { slug, id: transferId, passwordHash } = transfer
  const id = { slug, transferId, recipientId: recipient?.id ?? null, unlockedWith: passwordMark(passwordHash), ...how }
  return makeDownloadId(secrets.download, id, clock())
}

/** Of the same visit as the page's own, so that what was begun by that goes on. */
export const steppedId = (deps: Deps, link: Link): string | undefined =>
  idOfLink(deps, link, { visit: link.downloadId?.visit, isStepped: true }) ?? undefined
