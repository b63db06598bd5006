/** The history of a transfer's files (T9): read, gone back in, and given up for its quota. */
import { Problem } from '@sampan/contract/errors'
import type { RouteAnswer } from '@sampan/contract/routes/route'
import type * as routes from '@sampan/contract/routes/transfer-files'
import { replacedFiles } from '@sampan/contract/rules/replaced-files'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { requireChangeable } from './change-files.ts'
import { checkGrown } from './check-grown.ts'
import { releaseUnheld } from './hard-delete-transfers.ts'
import { type Change, saveVersion, setOf } from './make-version.ts'
import { findOwn } from './queries-change.ts'
import * as queries from './queries-versions.ts'
import { requireActive } from './transfer-status.ts'
import { withUploads } from './with-uploads.ts'

type Deps = Pick<Services, 'db' | 'clock'>

const versionsShown = 200
const noChanges = { count: 0, files: [] }

export async function readVersions(
  { db }: Pick<Services, 'db'>,
  actor: SignedIn,
  slug: string,
): Promise<RouteAnswer<typeof routes.readVersions>> {
  const transfer = await findOwn(db, { slug, actor, action: 'read' })
  if (!transfer || transfer.state === 'deleted') throw new Problem('notYours')
  const first = { ...setOf(transfer), at: transfer.sentAt.getTime(), restoredVersion: null, isKept: true }
  if (transfer.version === 1)
    return { versions: [{ ...first, added: noChanges, replaced: noChanges, removed: noChanges }], oldBytes: 0 }
  const [rows, lost] = await Promise.all([
    queries.versionsOf(db, transfer.id, versionsShown),
    queries.lostFilesOf(db, transfer.id),
  ])
  return {
    versions: rows.map(({ at, restoredVersion, changes, heldCount, entryCount, ...row }) => ({
      ...setOf(row),
      ...changes,
      at: at.getTime(),
      restoredVersion,
      isKept: heldCount === entryCount && !lost.some((file) => isIn(file, row.version)),
    })),
    oldBytes: await queries.oldBytesOf(db, transfer.id),
  }
}

const isIn = ({ fromVersion, beforeVersion }: queries.Lifetime, version: number): boolean =>
  fromVersion <= version && (beforeVersion === null || beforeVersion > version)

/** A new version with the files of an old one. That it has them already is all that a repeated call finds. */
export async function restoreVersion(
  { db, clock }: Deps,
  actor: SignedIn,
  { slug, version }: { slug: string; version: number },
): Promise<RouteAnswer<typeof routes.restoreVersion>> {
  requireActive(actor.status)
  const own = { slug, actor, action: 'change' } as const
  await inTransaction(db, async (tx) => {
    const transfer = requireChangeable(await queries.lockOwn(tx, own))
    if (version === transfer.version) return
    const wanted = await queries.findVersion(tx, transfer.id, { version })
    if (!wanted) throw new Problem('notYours')
    const files = await queries.filesOfVersion(tx, transfer.id, version)
    if (files.length < wanted.entryCount) throw new Problem('versionFreed')
    if (files.some(({ isLost }) => isLost)) throw new Problem('fileLost')
    const held = await queries.newestFiles(tx, transfer.id)
    const change = { ...wayBack(held, files, version), by: actor.userId }
    if (change.begun.length === 0 && change.gone.length === 0) return
    await checkGrown(tx, { ownerId: transfer.ownerId, files, begunAs: null })
    await saveVersion(tx, transfer, held, change, clock())
  })
  return setOf(requireChangeable(await findOwn(db, own)))
}

function wayBack(held: queries.PlacedFile[], wanted: queries.PlacedFile[], restoredVersion: number): Omit<Change, 'by'> {
  const [now, then] = [new Set(held.map(({ id }) => id)), new Set(wanted.map(({ id }) => id))]
  const gone = held.filter(({ id }) => !then.has(id))
  const back = wanted.filter(({ id }) => !now.has(id))
  const replaced = replacedFiles(
    gone,
    back.map(({ path }) => path),
  )
  const byId = new Map(gone.map((file) => [file.id, file]))
  return { begun: back.map((file) => ({ ...file, before: byId.get(replaced.get(file.path) ?? '') })), gone, restoredVersion }
}

/**
 * Rows first, keys with them, bytes by the job of deleted transfers; what another transfer holds stays. Of a shared blob the bytes go
 * with its last file (decisions/037). What somebody is downloading stays until it is freed again. Repeated it frees nothing more.
 */
export async function freeVersions(
  { db, clock }: Deps,
  actor: SignedIn,
  slug: string,
): Promise<RouteAnswer<typeof routes.freeVersions>> {
  const own = { slug, actor, action: 'change' } as const
  const known = await findOwn(db, own)
  if (!known || known.state === 'deleted') throw new Problem('notYours')
  return withUploads(db, known, async (tx) => {
    const transfer = await queries.lockOwn(tx, own)
    if (!transfer || transfer.state === 'deleted') throw new Problem('notYours')
    const before = await queries.oldBytesOf(tx, transfer.id)
    await releaseUnheld(tx, await queries.dropOldFiles(tx, transfer.id, clock()))
    return { freedBytes: before - (await queries.oldBytesOf(tx, transfer.id)) }
  })
}
