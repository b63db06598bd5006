/**
 * Reads files of an upload that is still open (D8). What is handed out is what is kept: every byte is there and counts, and survives a
 * loss of power, before the first one leaves.
 */
import { unwrapDek } from '../../adapters/keys/keys.ts'
import { type Batch, MissingBlob } from '../../adapters/storage/storage.ts'
import type { Services } from '../../services.ts'
import { attemptsOfBlobs } from '../content/index.ts'
import { type Content, contentOf, fileCrcs, isCovered, touching } from './coverage.ts'
import { flushOrLose } from './lose-containers.ts'
import { blobsOfFiles, findArriving, placedFilesOfBlobs, stillCount } from './queries-arrival.ts'
import type { AttemptRow } from './queries-attempts.ts'

type Deps = Pick<Services, 'db' | 'storage' | 'masterKeys' | 'log'>
type Asked = { id: string; blobId: string | null; size: number; offset: number }
export type Arrived = {
  /** By file. Empty files have none. */
  crcs: Map<string, number>
  /** Bytes [from, to) of a blob, within the files that were asked for. */
  open: (blobId: string, from: number, to: number) => AsyncGenerator<Batch, void, undefined>
}

/** Null while a byte of them is missing or in doubt. They may be of a complete upload too: it is the last step of an open one. */
export async function openArrived(deps: Deps, uploadId: string, asked: readonly Asked[]): Promise<Arrived | null> {
  const { db } = deps
  const blobIds = [...new Set(asked.map(({ blobId }) => blobId))].filter((id) => id !== null)
  if (!blobIds.length) return { crcs: new Map(), open: noBytes }
  for (;;) {
    const upload = await findArriving(db, uploadId)
    if (!upload || upload.isSuspect || upload.state === 'discarded') return null
    const content = await readContent(deps, uploadId, asked, blobIds)
    const { attempts } = content
    if (!isCovered(content)) return null
    const parts = content.files.flatMap((file) => (file.blobId ? touching(attempts.get(file.blobId) ?? [], file) : []))
    if (!(await flushOrLose(deps, uploadId, flushesOf(parts)))) return null
    // Flushed is what was read; what was replaced or lost since is read anew.
    if (await stillCount(db, blobIds, [...new Set(parts.map(({ seq }) => seq))])) return opened(deps, content)
  }
}

async function readContent({ db }: Deps, uploadId: string, asked: readonly Asked[], blobIds: string[]): Promise<Content> {
  const ids = asked.map(({ id }) => id)
  const blobs = await blobsOfFiles(db, uploadId, ids)
  const all = await placedFilesOfBlobs(db, blobIds)
  const content = contentOf(blobs, all, await attemptsOfBlobs(db, blobIds))
  const wanted = new Set(ids)
  return { ...content, files: content.files.filter(({ id }) => wanted.has(id)) }
}

function flushesOf(parts: readonly AttemptRow[]) {
  const containers = new Map<string, Set<string>>()
  for (const { blobId, container } of parts) {
    const names = containers.get(blobId) ?? new Set()
    containers.set(blobId, names.add(container))
  }
  return [...containers].map(([blobId, names]) => ({ blobId, containers: [...names] }))
}

function opened({ storage, masterKeys }: Deps, content: Content): Arrived {
  const keys = new Map(
    content.blobs.map(({ id, wrappedKey }) => [id, { blobId: id, dek: unwrapDek(masterKeys, id, wrappedKey) }]),
  )
  return {
    crcs: new Map(fileCrcs(content).map(({ id, crc32 }) => [id, crc32])),
    open: (blobId, from, to) => {
      const key = keys.get(blobId)
      if (!key) throw new MissingBlob(blobId)
      return storage.readRange(key, content.attempts.get(blobId) ?? [], from, to)
    },
  }
}

async function* noBytes(): AsyncGenerator<Batch, void, undefined> {}
