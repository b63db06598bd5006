/** The step before the bytes that a person takes and a scanner of links does not (D11): a button, which leads to the address that counts. */
import { Problem } from '@sampan/contract/errors'
import { filePath, zipPath } from '@sampan/contract/paths'
import { type DownloadScope, ofAll, ofFile, ofSelection } from '../../db/download-scope.ts'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { steppedId } from './id-of-link.ts'
import { mayBegin, visitorOf } from './limited-visit.ts'
import { type Link, type LinkQuery, resolveOpenLink } from './resolve-link.ts'

/** Asked before the browser fetches anything: an answer of its page can say more than a download that fails. */
async function requireLeft({ db, clock }: Services, link: Link, actor: Actor, scope: DownloadScope): Promise<void> {
  const { transfer, isOwn } = link
  const reading = { transferId: transfer.id, visitor: visitorOf(link, actor), version: transfer.version, ...scope }
  if (!isOwn && !(await mayBegin(db, transfer, reading, clock()))) throw new Problem('downloadLimitReached')
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
  await requireLeft(services, link, actor, fileId ? ofFile(fileId) : selection ? ofSelection(selection) : ofAll)
  const given = { ...(query.user && { user: query.user }), dl: steppedId(services, link) }
  const { slug } = link.transfer
  return { url: fileId ? filePath(slug, fileId, given) : zipPath(slug, { ...given, ...(selection && { selection }) }) }
}
