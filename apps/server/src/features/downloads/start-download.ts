/** The step before the bytes that a person takes and a scanner of links does not (D11): a button, which leads to the address that counts. */
import { filePath, zipPath } from '@sampan/contract/paths'
import type { Actor } from '../../http/actor.ts'
import { passwordMark } from '../../http/password-mark.ts'
import type { Services } from '../../services.ts'
import { makeDownloadId } from './download-id.ts'
import { type Link, type LinkQuery, resolveOpenLink } from './resolve-link.ts'

/** Of the same visit as the page's own, so that what was begun by that goes on. None for a sender's own, whose session is enough. */
export function steppedId(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { transfer, recipient, downloadId, isOwn }: Link,
): string | undefined {
  if (isOwn) return undefined
  const { slug, id: transferId, passwordHash } = transfer
  const unlockedWith = passwordMark(passwordHash)
  const id = { slug, transferId, recipientId: recipient?.id ?? null, visit: downloadId?.visit, unlockedWith, isStepped: true }
  return makeDownloadId(secrets.download, id, clock())
}

type What = { fileId?: string | undefined; selection?: string | undefined }

/** One file, what was chosen, or everything. Whether it is there is told where it is read. */
export async function startDownload(
  services: Services,
  actor: Actor,
  query: LinkQuery,
  { fileId, selection }: What,
): Promise<{ url: string }> {
  const link = await resolveOpenLink(services, actor, query)
  const given = { ...(query.user && { user: query.user }), dl: steppedId(services, link) }
  const { slug } = link.transfer
  return { url: fileId ? filePath(slug, fileId, given) : zipPath(slug, { ...given, ...(selection && { selection }) }) }
}
