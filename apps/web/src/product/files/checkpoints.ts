/** What is too much for the store of words: uploads under way, so that they are found again after a reload or a crash (U5), and the drafts' lists of files. */
import type { Checkpoint, CheckpointFile, CheckpointStore } from '@sampan/client/upload/checkpoint'
import { uploadKeptSeconds } from '@sampan/contract/limits'
import type { MediaKind } from '@sampan/contract/states'
import { type IDBPDatabase, openDB } from 'idb'
import { claimUpload, releaseUpload } from './upload-lock.ts'

type Kept<Value> = { key: string; value: Value; indexes: { savedAtMs: number } }
/** With what a draft knows of it besides: what it answers, and how it was recorded. */
export type DraftFile = CheckpointFile & { place?: string; media?: MediaKind; seconds?: number }
type DraftFiles = { savedAtMs: number; files: DraftFile[] }
type Stores = { checkpoints: Kept<Checkpoint>; draftFiles: Kept<DraftFiles> }
type Database = IDBPDatabase<Stores>

/** Each with an index by the date of writing; what is older than an upload can be is removed with the next write. */
const storeNames = ['checkpoints', 'draftFiles'] as const

const upgrade = (database: Database) => {
  for (const name of storeNames)
    if (!database.objectStoreNames.contains(name)) database.createObjectStore(name).createIndex('savedAtMs', 'savedAtMs')
}

/** Opened for each act: a connection that stays open would hold up a later version of the page in another tab. */
async function inDatabase<T>(act: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDB<Stores>('sampan-uploads', 2, { upgrade })
  try {
    return await act(database)
  } finally {
    database.close()
  }
}

/** Removes with it what is too old. */
async function put<Name extends keyof Stores>(database: Database, name: Name, value: Stores[Name]['value'], key: string) {
  await database.put(name, value, key)
  const tooOld = IDBKeyRange.upperBound(value.savedAtMs - uploadKeptSeconds * 1000)
  for (const old of await database.getAllKeysFromIndex(name, 'savedAtMs', tooOld)) await database.delete(name, old)
}

/** Rejects where the browser keeps nothing, as in some private windows: the engine goes on without. */
export const checkpoints: CheckpointStore = {
  get: async (key) => (await inDatabase((database) => database.get('checkpoints', key))) ?? null,
  put: (key, checkpoint) => inDatabase((database) => put(database, 'checkpoints', checkpoint, key)),
  remove: (key) => inDatabase((database) => database.delete('checkpoints', key)),
  claim: claimUpload,
  release: releaseUpload,
}

/** As they were chosen here; empty where this browser did not begin it. */
export const filesOfUpload = (uploadId: string): Promise<CheckpointFile[]> =>
  inDatabase((database) => database.getAll('checkpoints')).then(
    (all) => all.find((checkpoint) => checkpoint.uploadId === uploadId)?.files ?? [],
    () => [],
  )

/** Of an upload that is discarded, whatever its files were. */
export const removeCheckpointOf = (uploadId: string): Promise<void> =>
  inDatabase(async (database) => {
    for (const key of await database.getAllKeys('checkpoints'))
      if ((await database.get('checkpoints', key))?.uploadId === uploadId) await database.delete('checkpoints', key)
  }).catch(() => {})

/** Of the page: every writer stands in the same queue. */
let lastWrite: Promise<void> = Promise.resolve()

/** One after the other: what is written last stays. No files: nothing is kept. */
export function keepFiles(draftId: string, files: readonly DraftFile[]): Promise<void> {
  const plain = files.map(({ path, size, lastModified, place, media, seconds }) => ({
    path,
    size,
    ...(lastModified !== undefined && { lastModified }),
    ...(place !== undefined && { place }),
    ...(media !== undefined && { media }),
    ...(seconds !== undefined && { seconds }),
  }))
  const savedAtMs = Date.now()
  lastWrite = lastWrite.then(async () => {
    try {
      await inDatabase((database) =>
        plain.length > 0
          ? put(database, 'draftFiles', { savedAtMs, files: plain }, draftId)
          : database.delete('draftFiles', draftId),
      )
    } catch {}
  })
  return lastWrite
}

export const filesOfDraft = (draftId: string): Promise<DraftFile[]> =>
  inDatabase((database) => database.get('draftFiles', draftId)).then(
    (kept) => kept?.files ?? [],
    () => [],
  )
