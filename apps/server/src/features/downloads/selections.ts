/** Chosen files under a short id, and the files behind a zip's address. */
import { Problem } from '@sampan/contract/errors'
import { zipPath } from '@sampan/contract/paths'
import { countFiles } from '@sampan/contract/rules/file-set'
import type { Actor } from '../../http/actor.ts'
import { randomText } from '../../http/random-text.ts'
import type { Services } from '../../services.ts'
import { type HeldFile, transferReads } from '../transfers/index.ts'
import type { Scope } from './count-download.ts'
import * as queries from './queries.ts'
import { type Link, type LinkQuery, resolveOpenLink } from './resolve-link.ts'

const selectionIdLength = 16

/** Every id must be of this transfer: a foreign one refuses the whole selection. */
export async function selectFiles(
  services: Services,
  actor: Actor,
  query: LinkQuery,
  fileIds: string[],
): Promise<{ selection: string; link: Link }> {
  const link = await resolveOpenLink(services, actor, query)
  const chosen = [...new Set(fileIds)]
  const held = await transferReads.filesOfTransfer(services.db, link.transfer.id, chosen)
  if (held.length !== chosen.length) throw new Problem('selectionUnknown')
  const selection = randomText(selectionIdLength)
  await queries.insertSelection(services.db, { id: selection, transferId: link.transfer.id, fileIds: chosen })
  return { selection, link }
}

/** The files of a zip and what its download counts as; all of them is the zip itself. */
export async function filesOfZip(
  { db }: Pick<Services, 'db'>,
  link: Link,
  selection: string | undefined,
): Promise<{ files: HeldFile[] } & Omit<Scope, 'sizeBytes'>> {
  const chosen = selection === undefined ? undefined : await queries.findSelection(db, selection, link.transfer.id)
  if (selection !== undefined && !chosen) throw new Problem('selectionUnknown')
  const files = await transferReads.filesOfTransfer(db, link.transfer.id, chosen)
  return { files, fileCount: countFiles(files), scope: selection === undefined ? 'zip' : `zip:${selection}` }
}

/** The specification's /zip: the address of everything or of what was chosen. */
export async function zipAddress(
  services: Services,
  actor: Actor,
  body: LinkQuery & { downloads?: string[] | undefined },
): Promise<{ url: string }> {
  const { slug, user, dl, downloads } = body
  const query = { ...(user && { user }), ...(dl && { dl }) }
  if (!downloads?.length) {
    await resolveOpenLink(services, actor, body)
    return { url: zipPath(slug, query) }
  }
  const { selection } = await selectFiles(services, actor, body, downloads)
  return { url: zipPath(slug, { ...query, selection }) }
}
