/** The step before the bytes that a person takes and a scanner of links does not (D11): a button, which leads to the address that counts. */
import { filePath, zipPath } from '@sampan/contract/paths'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { steppedId } from './id-of-link.ts'
import { type LinkQuery, resolveOpenLink } from './resolve-link.ts'

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
