/** A sent transfer gets another set of files (T9): its next version, made in one transaction, its link unchanged. */
import { Problem } from '@sampan/contract/errors'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import type { changeFiles as route } from '@sampan/contract/routes/transfer-files'
import { replacedFiles } from '@sampan/contract/rules/replaced-files'
import { type Db, inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { completeUpload, filesToTake, type UploadPurposes } from '../uploads/index.ts'
import { checkGrown } from './check-grown.ts'
import { type Change, saveVersion, setOf } from './make-version.ts'
import type { TransferRow } from './queries.ts'
import { findOwn, type Own } from './queries-change.ts'
import * as queries from './queries-versions.ts'
import { requireActive } from './transfer-status.ts'

type Answer = RouteAnswer<typeof route>
type FileChanges = Omit<RouteInput<typeof route>['body'], 'uploadId'>
type NewFile = { id: string; path: string; size: number }
/** `brought`: what an upload for this transfer has brought; nothing where files are only taken out. */
type Brought = { uploadId: string; files: NewFile[]; begunAs: string | null }

export type NewVersion = { actor: SignedIn; transferId: string; slug: string; wish: FileChanges }

/** Of uploads for a transfer that was sent. */
export const versionName = 'version'

/** Expired and closed ones too; what was deleted or never was the caller's looks unknown. */
export function requireChangeable(transfer: TransferRow | undefined): TransferRow {
  if (!transfer || transfer.state === 'deleted') throw new Problem('notYours')
  if (transfer.state === 'uploading') throw new Problem('transferUploading')
  if (transfer.state === 'takenDown') throw new Problem('transferTakenDown')
  return transfer
}

/** Repeated with the same upload, or the same files to take out, it changes nothing more. */
export async function changeFiles(
  services: Services & UploadPurposes,
  actor: SignedIn,
  { slug, uploadId, ...wish }: { slug: string } & RouteInput<typeof route>['body'],
): Promise<Answer> {
  requireActive(actor.status)
  const { db, clock } = services
  const own = { slug, actor, action: 'change' } as const
  const known = requireChangeable(await findOwn(db, own))
  if (!uploadId) await inTransaction(db, (tx) => changeRows(tx, own, wish, null, clock()))
  else if (!(await queries.findVersion(db, known.id, { uploadId }))) await takeIn(services, actor, known, { ...wish, uploadId })
  return setOf(requireChangeable(await findOwn(db, own)))
}

/** The upload becomes complete and its files the transfer's in one transaction: a crash leaves both or neither, and the call is repeated. */
async function takeIn(
  services: Services & UploadPurposes,
  actor: SignedIn,
  { id: transferId, slug }: TransferRow,
  { uploadId, ...wish }: FileChanges & { uploadId: string },
): Promise<void> {
  const asked = { actor, uploadId, purpose: versionName, purposeId: transferId }
  await filesToTake(services.db, asked)
  const isComplete = await completeUpload(services, uploadId, { actor, transferId, slug, wish } satisfies NewVersion)
  if (isComplete) return
  // Parts are missing, or were lost when they should have become durable: they are sent again. Unless all of it has ended meanwhile.
  await filesToTake(services.db, asked)
  throw new Problem('transferUploading')
}

/** What its upload has brought becomes the transfer's, as the call wishes that has it completed. */
export async function addVersion(
  tx: Transaction,
  { clock }: Pick<Services, 'clock'>,
  uploadId: string,
  { actor, transferId, slug, wish }: NewVersion,
): Promise<void> {
  const asked = { actor, uploadId, purpose: versionName, purposeId: transferId }
  const { files, purposeOf } = await filesToTake(tx, asked)
  const brought = { uploadId, files, begunAs: purposeOf }
  await changeRows(tx, { slug, actor, action: 'change' }, wish, brought, clock())
}

async function changeRows(tx: Transaction, own: Own, wish: FileChanges, brought: Brought | null, now: Date): Promise<void> {
  const transfer = requireChangeable(await queries.lockOwn(tx, own))
  const held = await queries.newestFiles(tx, transfer.id)
  const change = {
    ...(await changeOf(tx, transfer.id, held, wish, brought?.files ?? [])),
    uploadId: brought?.uploadId,
    by: own.actor.userId,
  }
  if (change.begun.length === 0 && change.gone.length === 0) return
  const gone = new Set(change.gone.map(({ id }) => id))
  const after = [...held.filter(({ id }) => !gone.has(id)), ...change.begun]
  if (after.length === 0) throw new Problem('noFiles')
  // Fewer files never need a larger plan.
  if (brought) await checkGrown(tx, { ownerId: transfer.ownerId, files: after, begunAs: brought.begunAs })
  await saveVersion(tx, transfer, held, change, now)
}

/** By what the transfer has now: what was replaced meanwhile is gone, and nobody's new file is lost for that. */
async function changeOf(
  tx: Db,
  transferId: string,
  held: queries.PlacedFile[],
  { replaces, remove }: FileChanges,
  added: NewFile[],
): Promise<Omit<Change, 'by'>> {
  const named = [...new Set([...remove, ...replaces.map(({ fileId }) => fileId)])]
  if (named.length > 0 && (await queries.knownFiles(tx, transferId, named)).size < named.length) throw new Problem('notYours')
  const byId = new Map(held.map((file) => [file.id, file]))
  const chosen = chosenOf(replaces, added, byId)
  const chosenIds = new Set(chosen.values())
  const removed = remove.flatMap((id) => (chosenIds.has(id) ? [] : (byId.get(id) ?? [])))
  const removedIds = new Set(removed.map(({ id }) => id))
  const replaced = replacedFiles(
    held.filter(({ id }) => !removedIds.has(id)),
    added.map(({ path }) => path),
    chosen,
  )
  const begun = added.map((file) => ({ ...file, before: byId.get(replaced.get(file.path) ?? '') }))
  return { begun, gone: [...removedIds, ...replaced.values()].map((id) => byId.get(id)!), restoredVersion: null }
}

/** The held file by each new path that shall take its place. */
function chosenOf(replaces: FileChanges['replaces'], added: NewFile[], byId: ReadonlyMap<string, unknown>): Map<string, string> {
  const paths = new Set(added.map(({ path }) => path))
  const chosen = new Map<string, string>()
  const taken = new Set<string>()
  for (const { fileId, path } of replaces) {
    if (!paths.has(path) || chosen.has(path) || taken.has(fileId))
      throw new Problem('invalidInput', {}, { fields: { replaces: 'invalid' } })
    taken.add(fileId)
    if (byId.has(fileId)) chosen.set(path, fileId)
  }
  return chosen
}
