/** Chosen files under a short id, and the files behind a zip's address. */
import { Problem } from '@sampan/contract/errors'
import { downloadIdSeconds, selectionLimits } from '@sampan/contract/limits'
import { zipPath } from '@sampan/contract/paths'
import { kindOfFiles } from '@sampan/contract/rules/file-kind'
import { baseName, isFolderPath } from '@sampan/contract/rules/file-path'
import { countFiles } from '@sampan/contract/rules/file-set'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { ofAll, ofSelection } from '../../db/download-scope.ts'
import type { Actor } from '../../http/actor.ts'
import { base62Of, sha256 } from '../../http/random-text.ts'
import { takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import type { HeldFile } from '../content/index.ts'
import { filesAtVersion } from '../transfers/index.ts'
import type { Scope } from './count-download.ts'
import { filesOf, notYet } from './files-of-link.ts'
import { steppedId } from './id-of-link.ts'
import * as queries from './queries.ts'
import { type Chooser, findSelection, insertSelection, keepNewest, renewSelection } from './queries-selections.ts'
import type { ZipState } from './representations.ts'
import { type Link, type LinkQuery, resolveOpenLink } from './resolve-link.ts'

const selectionIdLength = 16

/** Of what was chosen: the same files of the same transfer, chosen by the same recipient or by whoever has the link, are one row. */
const selectionIdOf = ({ transferId, recipientId }: Chooser, fileIds: readonly string[]): string =>
  base62Of(sha256(JSON.stringify([transferId, recipientId, fileIds]))).slice(-selectionIdLength)

/** Every id must be of this transfer: a foreign one refuses the whole selection. */
export async function selectFiles(
  services: Services,
  actor: Actor,
  query: LinkQuery,
  fileIds: string[],
): Promise<{ selection: string; link: Link }> {
  const link = await resolveOpenLink(services, actor, query)
  const chosen = [...new Set(fileIds)].sort()
  const held = await filesOf(services, link, chosen)
  if (held.length !== chosen.length) throw new Problem('selectionUnknown')
  const chooser = { transferId: link.transfer.id, recipientId: link.recipient?.id ?? null }
  const selection = selectionIdOf(chooser, chosen)
  await inTransaction(services.db, (tx) => keep(tx, services, actor, { id: selection, ...chooser, fileIds: chosen }))
  return { selection, link }
}

/** Whoever makes thousands of choices is slowed down, and takes the place of nobody's but their own (R50). */
async function keep(
  tx: Transaction,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  { networkKey }: Actor,
  row: Chooser & { id: string; fileIds: string[] },
): Promise<void> {
  const now = clock()
  if (await renewSelection(tx, row.id, now)) return
  const { transferId, recipientId } = row
  const { selectionNetwork, selectionLink } = config.rateLimits
  await takeRate(tx, selectionNetwork, networkKey, now)
  await takeRate(tx, selectionLink, `${transferId} ${recipientId ?? ''}`, now)
  await insertSelection(tx, { ...row, createdAt: now })
  const ceiling = recipientId === null ? selectionLimits.ofLink : selectionLimits.ofRecipient
  if (!(await keepNewest(tx, { transferId, recipientId }, row.id, ceiling, now))) throw new Problem('tooManySelections')
}

/** The files of a zip and what its download counts as; all of them is the zip itself, which waits for the last one. */
export async function filesOfZip(
  services: Pick<Services, 'db' | 'clock'>,
  link: Link,
  selection: string | undefined,
): Promise<ZipFiles & Omit<Scope, 'sizeBytes' | 'version'>> {
  const { files, state } =
    selection === undefined ? await everything(services, link) : await chosenFiles(services, link, selection)
  const fileKind = kindOfFiles(files.map(({ path }) => path))
  // Everything is named as the transfer is.
  const first = selection !== undefined && files.find(({ path }) => !isFolderPath(path))
  const fileName = first ? baseName(first.path) : link.transfer.fileName
  const scope = selection === undefined ? ofAll : ofSelection(selection)
  return { files, state, fileCount: countFiles(files), fileKind, fileName, scope }
}

type ZipFiles = { files: HeldFile[]; state: ZipState }

async function chosenFiles({ db }: Pick<Services, 'db'>, link: Link, selection: string): Promise<ZipFiles> {
  const { id, version } = link.transfer
  const chosen = await findSelection(db, selection, id)
  const files = chosen && (await filesOf({ db }, link, chosen))
  // One of them was replaced or taken out since: without it, the zip would say that it is all.
  if (!files || files.length < chosen.length) throw new Problem('selectionUnknown')
  return { files, state: { version, at: link.publishedAt, mayBeOther: false } }
}

/** All of one version: files are replaced while they are asked for. */
async function everything(services: Pick<Services, 'db' | 'clock'>, link: Link): Promise<ZipFiles> {
  if (link.isArriving) throw await notYet(services, link)
  // Who has no dl may have begun as long ago as one lives.
  const begunAt = link.downloadId?.madeAt ?? addSeconds(services.clock(), -downloadIdSeconds)
  const { id, version, fileCount } = link.transfer
  for (let known: queries.VersionState = { version, at: link.versionAt, fileCount }; ; ) {
    const files = await filesAtVersion(services.db, id, known.version)
    const state = { version: known.version, at: known.at, mayBeOther: known.version > 1 && known.at >= begunAt }
    if (countFiles(files) === known.fileCount) return { files, state }
    // Some of that version were taken away since: it is no longer the newest.
    const newest = await queries.newestVersion(services.db, id)
    if (!newest || files.length === 0) throw new Problem('transferUnknown')
    if (newest.version === known.version) return { files, state }
    known = newest
  }
}

/** The specification's /zip: the address of everything or of what was chosen. */
export async function zipAddress(
  services: Services,
  actor: Actor,
  body: LinkQuery & { downloads?: string[] | undefined },
): Promise<{ url: string }> {
  const { slug, user, downloads } = body
  const { selection, link } = downloads?.length
    ? await selectFiles(services, actor, body, downloads)
    : { selection: undefined, link: await resolveOpenLink(services, actor, body) }
  const given = { ...(user && { user }), dl: steppedId(services, link), ...(selection && { selection }) }
  return { url: zipPath(slug, given) }
}
