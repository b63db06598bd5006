/** What is too much for the store of words: uploads under way, so that they are found again after a reload or a crash (U5), and the drafts' lists of files. */
import type { Checkpoint, CheckpointFile, CheckpointStore } from '@sampan/client/upload/checkpoint'
import { uploadKeptSeconds } from '@sampan/contract/limits'
import { claimUpload, releaseUpload } from './upload-lock.ts'

const databaseName = 'sampan-uploads'
const byDate = 'savedAtMs'
/** Each with an index by the date of writing; what is older than an upload can be is removed with the next write. */
const storeNames = ['checkpoints', 'draftFiles'] as const
type StoreName = (typeof storeNames)[number]
type DraftFiles = { savedAtMs: number; files: CheckpointFile[] }

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const opened = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(databaseName, 2)
  request.onupgradeneeded = () => {
    const { result } = request
    for (const name of storeNames)
      if (!result.objectStoreNames.contains(name)) result.createObjectStore(name).createIndex(byDate, byDate)
  }
  return resultOf(request)
}

/** Opened for each act: a connection that stays open would hold up a later version of the page in another tab. */
async function inStore<T>(name: StoreName, mode: IDBTransactionMode, act: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await opened()
  try {
    return await act(database.transaction(name, mode).objectStore(name))
  } finally {
    database.close()
  }
}

async function removeOld(store: IDBObjectStore, nowMs: number): Promise<void> {
  const old = await resultOf(store.index(byDate).getAllKeys(IDBKeyRange.upperBound(nowMs - uploadKeptSeconds * 1000)))
  for (const key of old) store.delete(key)
}

/** Rejects where the browser keeps nothing, as in some private windows: the engine goes on without. */
export const checkpoints: CheckpointStore = {
  get: async (key) =>
    (await inStore('checkpoints', 'readonly', (store) => resultOf<Checkpoint | undefined>(store.get(key)))) ?? null,
  put: (key, checkpoint) =>
    inStore('checkpoints', 'readwrite', async (store) => {
      await resultOf(store.put(checkpoint, key))
      await removeOld(store, checkpoint.savedAtMs)
    }),
  remove: (key) => inStore('checkpoints', 'readwrite', (store) => resultOf(store.delete(key))),
  claim: claimUpload,
  release: releaseUpload,
}

/** As they were chosen here; empty where this browser did not begin it. */
export const filesOfUpload = (uploadId: string): Promise<CheckpointFile[]> =>
  inStore('checkpoints', 'readonly', (store) => resultOf<Checkpoint[]>(store.getAll())).then(
    (all) => all.find((checkpoint) => checkpoint.uploadId === uploadId)?.files ?? [],
    () => [],
  )

/** Of an upload that is discarded, whatever its files were. */
export const removeCheckpointOf = (uploadId: string): Promise<void> =>
  inStore('checkpoints', 'readwrite', async (store) => {
    const [keys, all] = await Promise.all([resultOf(store.getAllKeys()), resultOf<Checkpoint[]>(store.getAll())])
    for (const [index, key] of keys.entries()) if (all[index]?.uploadId === uploadId) store.delete(key)
  }).catch(() => {})

/** Of the page: every writer stands in the same queue. */
let lastWrite: Promise<void> = Promise.resolve()

/** One after the other: what is written last stays. No files: nothing is kept. */
export function keepFiles(draftId: string, files: readonly CheckpointFile[]): Promise<void> {
  const plain = files.map(({ path, size, lastModified }) => ({ path, size, ...(lastModified !== undefined && { lastModified }) }))
  const savedAtMs = Date.now()
  lastWrite = lastWrite.then(async () => {
    try {
      await inStore('draftFiles', 'readwrite', async (store) => {
        if (plain.length > 0) await resultOf(store.put({ savedAtMs, files: plain } satisfies DraftFiles, draftId))
        else await resultOf(store.delete(draftId))
        await removeOld(store, savedAtMs)
      })
    } catch {}
  })
  return lastWrite
}

export const filesOfDraft = async (draftId: string): Promise<CheckpointFile[]> =>
  (
    await inStore('draftFiles', 'readonly', (store) => resultOf<DraftFiles | undefined>(store.get(draftId))).catch(
      () => undefined,
    )
  )?.files ?? []
