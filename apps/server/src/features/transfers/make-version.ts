/** Writes a transfer's next version: which files it has from now on, what that makes of its row, and what is told of it. */
import { Problem } from '@sampan/contract/errors'
import { maxVersions } from '@sampan/contract/limits'
import { baseName } from '@sampan/contract/rules/file-path'
import { countFiles, totalBytes } from '@sampan/contract/rules/file-set'
import type { EventKind } from '@sampan/contract/states'
import type { Transaction } from '../../db/connect.ts'
import type { FileChange, FileChanges } from '../../db/tables/transfers.ts'
import { addEvents } from '../timeline/index.ts'
import type { TransferRow } from './queries.ts'
import { refreshText } from './queries-text.ts'
import * as queries from './queries-versions.ts'

type Sized = { id: string; path: string; size: number }
export type Change = {
  /** `before`: the file whose place it takes; `place` where it has one of its own again. */
  begun: (Sized & { before?: queries.PlacedFile | undefined; place?: number })[]
  /** All that it has no longer, replaced ones too. */
  gone: queries.PlacedFile[]
  restoredVersion: number | null
  uploadId?: string | undefined
  /** The account that makes it. */
  by: string | null | undefined
}

/** Kept of each kind, and shown. */
const maxListed = 50

export const setOf = ({ version, fileCount, totalBytes }: Pick<TransferRow, 'version' | 'fileCount' | 'totalBytes'>) => ({
  version,
  fileNumber: fileCount,
  totalBytes,
})

/** The transfer is locked, and `held` is what it has until now. */
export async function saveVersion(
  tx: Transaction,
  transfer: TransferRow,
  held: queries.PlacedFile[],
  change: Change,
  now: Date,
): Promise<void> {
  if (transfer.version >= maxVersions) throw new Problem('tooManyVersions', { limit: maxVersions })
  const { id } = transfer
  const version = transfer.version + 1
  await keepFirst(tx, transfer, held.length)
  await queries.endFiles(
    tx,
    id,
    change.gone.map((file) => file.id),
    version,
  )
  const begun = change.begun.map((file) => ({ id: file.id, place: file.place ?? file.before?.place ?? null }))
  await queries.beginFiles(tx, id, begun, version)
  const files = await queries.newestFiles(tx, id)
  const counts = { fileCount: countFiles(files), totalBytes: totalBytes(files) }
  await queries.updateTransfer(tx, id, { version, ...counts, fileName: baseName(files[0]!.path) })
  await refreshText(tx, id)
  const changes = changesOf(change)
  const { restoredVersion, uploadId } = change
  await queries.insertVersion(tx, {
    transferId: id,
    version,
    at: now,
    restoredVersion,
    uploadId: uploadId ?? null,
    changes,
    entryCount: files.length,
    ...counts,
  })
  await addEvents(tx, id, eventsOf(changes, restoredVersion, version, { by: change.by, at: now }))
}

const noChanges = { count: 0, files: [] }

async function keepFirst(tx: Transaction, transfer: TransferRow, entryCount: number): Promise<void> {
  if (transfer.version > 1) return
  const { id: transferId, sentAt: at, fileCount, totalBytes } = transfer
  const changes = { added: noChanges, replaced: noChanges, removed: noChanges }
  await queries.insertVersion(tx, { transferId, version: 1, at, changes, fileCount, totalBytes, entryCount })
}

function changesOf({ begun, gone }: Change): FileChanges {
  const replaced = begun.flatMap(({ path, size, before }) => (before ? [{ path, size, before: sized(before) }] : []))
  const replacedIds = new Set(begun.map(({ before }) => before?.id))
  return {
    added: listed(begun.filter(({ before }) => !before).map(sized)),
    replaced: listed(replaced),
    removed: listed(gone.filter(({ id }) => !replacedIds.has(id)).map(sized)),
  }
}

const sized = ({ path, size }: FileChange): FileChange => ({ path, size })
const listed = (files: FileChange[]) => ({ count: files.length, files: files.slice(0, maxListed) })

const kinds = { added: 'filesAdded', replaced: 'fileReplaced', removed: 'fileRemoved' } as const satisfies Record<
  keyof FileChanges,
  EventKind
>

function eventsOf(changes: FileChanges, restoredVersion: number | null, version: number, when: { by: Change['by']; at: Date }) {
  const beside = { actor: 'sender', ...when } as const
  if (restoredVersion !== null) return [{ ...beside, kind: 'rolledBack' as const, detail: { version: restoredVersion } }]
  return (['added', 'replaced', 'removed'] as const).flatMap((how) => {
    const { count, files } = changes[how]
    if (!files[0]) return []
    const { path, before } = files[0]
    const detail: Record<string, string | number> = { path, count, version }
    if (before && before.path !== path) detail.formerPath = before.path
    return [{ ...beside, kind: kinds[how], detail }]
  })
}
