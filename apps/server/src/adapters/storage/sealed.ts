/** Files' bytes on a store of opaque ones: each attempt is sealed on its way there, and opened and verified on its way back. */
import type { Readable } from 'node:stream'
import { type ByteStore, type Encode, WrongLength } from './byte-store.ts'
import { readSealed, type SegmentCache } from './read-sealed.ts'
import { type AttemptKeys, newAttempt, sealedLength, sealer, storedLength } from './segments.ts'
import type { BlobKey, LookAt, Place, Storage } from './storage.ts'

export function sealedStorage(store: ByteStore): Storage {
  const kept: SegmentCache = new Map()
  return {
    writeAttempt: (...attempt) => writeAttempt(store, ...attempt),
    readRange: (...range) => readSealed(store, kept, ...range),
    release: (place, length) => store.release(place, sealedLength(length)),
    endOf: ({ position, length, header }) => position + storedLength(header, length),
    deleteBlob: async (blobId) => {
      await store.deleteBlob(blobId)
      kept.clear()
    },
    flush: store.flush,
    abandon: store.abandon,
    inventory: store.inventory,
    readOwner: store.readOwner,
    writeOwner: store.writeOwner,
    probe: store.probe,
    freeBytes: store.freeBytes,
    close: store.close,
  }
}

async function writeAttempt(
  store: ByteStore,
  blob: BlobKey,
  offset: number,
  length: number,
  source: Readable,
  look: LookAt = () => {},
): Promise<Place> {
  if (!(Number.isSafeInteger(length) && length > 0 && Number.isSafeInteger(offset) && offset >= 0)) {
    throw new RangeError(`No attempt of ${length} bytes at ${offset}`)
  }
  const { keys, header } = newAttempt(blob, offset, length)
  const region = await store.write(blob.blobId, sealedLength(length), source, sealing(keys, look))
  return { ...region, header }
}

const sealing =
  (keys: AttemptKeys, look: LookAt): Encode =>
  (put) => {
    const seal = sealer(keys, put)
    let left = keys.length
    return {
      take: (chunk) => {
        left -= chunk.length
        if (left < 0) throw new WrongLength(`More than the ${keys.length} bytes announced`)
        look(chunk)
        seal(chunk)
      },
      end: () => {
        if (left > 0) throw new WrongLength(`${left} of the ${keys.length} bytes announced are missing`)
      },
    }
  }
