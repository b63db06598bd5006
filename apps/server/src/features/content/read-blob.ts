/** (blob, range) -> verified plain bytes: the one way by which stored bytes are read. */

import { unwrapDek } from '../../adapters/keys/keys.ts'
import { manifestFits } from '../../adapters/storage/manifest.ts'
import { type Attempt, type Batch, type BlobKey, CorruptBlob, MissingBlob } from '../../adapters/storage/storage.ts'
import type { Services } from '../../services.ts'
import { type KeptBlobs, keepBlobs } from './kept-blobs.ts'
import { findBlob } from './queries.ts'
import { attemptsOfBlobs } from './queries-attempts.ts'

type Deps = Pick<Services, 'db' | 'storage' | 'masterKeys'>
type OpenBlob = { key: BlobKey; attempts: Attempt[] }

/** Complete blobs never change, so their maps may be kept; what was deleted breaks at the storage. */
const kept = new WeakMap<object, KeptBlobs<OpenBlob>>()

async function openBlob({ db, masterKeys }: Deps, blobId: string): Promise<OpenBlob> {
  const found = await findBlob(db, blobId)
  if (!found) throw new MissingBlob(blobId)
  const key = { blobId, dek: unwrapDek(masterKeys, blobId, found.wrappedKey) }
  const attempts = await attemptsOfBlobs(db, [blobId])
  // Tells a dropped, swapped or rolled back part row before any of its bytes is believed.
  if (!found.manifestMac || !manifestFits(key, found.size, attempts, found.manifestMac)) throw new CorruptBlob(blobId)
  return { key, attempts }
}

function knownBlob(deps: Deps, blobId: string): Promise<OpenBlob> {
  const blobs = kept.get(deps.storage) ?? keepBlobs<OpenBlob>()
  kept.set(deps.storage, blobs)
  return blobs(blobId, () => openBlob(deps, blobId))
}

/** Bytes [from, to) of a complete blob, in batches. Throws CorruptBlob or MissingBlob before a wrong byte leaves. */
export async function* readBlob(deps: Deps, blobId: string, from: number, to: number): AsyncGenerator<Batch> {
  const { key, attempts } = await knownBlob(deps, blobId)
  yield* deps.storage.readRange(key, attempts, from, to)
}

/** The same in one piece, which is the caller's own. */
export async function readBytes(deps: Deps, blobId: string, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(to - from)
  let at = 0
  for await (const { pieces, release } of readBlob(deps, blobId, from, to)) {
    for (const piece of pieces) at += piece.copy(bytes, at)
    release()
  }
  return bytes
}
