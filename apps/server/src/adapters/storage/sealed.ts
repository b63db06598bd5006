/** Files' bytes on a store of opaque ones: each attempt is sealed or tagged on its way there, and opened and verified on its way back. */
import type { Readable } from 'node:stream'
import { type ByteStore, type Encode, WrongLength } from './byte-store.ts'
import { readAttempts, type SegmentCache } from './read-attempts.ts'
import { newAttempt, newPlainAttempt, sealedLength, sealer, storedLength, tagger } from './segments.ts'
import type { BlobKey, LookAt, Place, Storage } from './storage.ts'

/** What is written is encrypted. */
export const sealedStorage = (store: ByteStore): Storage => storageOn(store, sealed)

/** What is written lies there as it came, and is verified all the same when it is read. What was written sealed stays so, and is read too. */
export const plainStorage = (store: ByteStore): Storage => storageOn(store, plain)

type Take = (chunk: Buffer) => void
/** An attempt that is to be written: how many bytes of the store it takes, and what its bytes go through. */
type Begun = { header: Buffer; bytes: number; through: (put: Take) => Take }
type Begin = (blob: BlobKey, offset: number, length: number) => Begun

const sealed: Begin = (blob, offset, length) => {
  const { keys, header } = newAttempt(blob, offset, length)
  return { header, bytes: sealedLength(length), through: (put) => sealer(keys, put) }
}

const plain: Begin = (blob, offset, length) => {
  const { keys, header } = newPlainAttempt(blob, offset, length)
  return { header, bytes: length, through: (put) => tagger(keys, put) }
}

function storageOn(store: ByteStore, begin: Begin): Storage {
  const kept: SegmentCache = new Map()
  return {
    writeAttempt: (...attempt) => writeAttempt(store, begin, ...attempt),
    readRange: (...range) => readAttempts(store, kept, ...range),
    release: ({ header, ...place }, length) => store.release(place, storedLength(header, length)),
    endOf: ({ position, length, header }) => position + storedLength(header, length),
    deleteBlob: async (blobId) => {
      await store.deleteBlob(blobId)
      kept.clear()
    },
    flush: store.flush,
    abandon: store.abandon,
    inventory: store.inventory,
    direct: store.direct,
    move: store.move,
    readOwner: store.readOwner,
    writeOwner: store.writeOwner,
    probe: store.probe,
    freeBytes: store.freeBytes,
    close: store.close,
  }
}

async function writeAttempt(
  store: ByteStore,
  begin: Begin,
  blob: BlobKey,
  offset: number,
  length: number,
  source: Readable,
  look: LookAt = () => {},
): Promise<Place> {
  if (!(Number.isSafeInteger(length) && length > 0 && Number.isSafeInteger(offset) && offset >= 0)) {
    throw new RangeError(`No attempt of ${length} bytes at ${offset}`)
  }
  const { header, bytes, through } = begin(blob, offset, length)
  const region = await store.write(blob.blobId, bytes, source, measured(length, look, through))
  return { ...region, header }
}

const measured =
  (length: number, look: LookAt, through: Begun['through']): Encode =>
  (put) => {
    const take = through(put)
    let left = length
    return {
      take: (chunk) => {
        left -= chunk.length
        if (left < 0) throw new WrongLength(`More than the ${length} bytes announced`)
        look(chunk)
        take(chunk)
      },
      end: () => {
        if (left > 0) throw new WrongLength(`${left} of the ${length} bytes announced are missing`)
      },
    }
  }
