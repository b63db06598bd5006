/**
 * The port for stored files' bytes: what is promised to whoever writes and reads them, whatever store they lie on and however they are
 * sealed there.
 *
 * A blob is an immutable sequence of bytes that arrives as attempts: ranges in any order, repeated at will, several at once.
 * The storage keeps every attempt apart and knows nothing of which ones count: the caller records the place of each that
 * does (in a row, under the blob's lock) and hands those back to read. Ranges are [from, to), to exclusive.
 */
import type { Readable } from 'node:stream'
import type { Inventory, Location, StoreUpkeep } from './byte-store.ts'

/** A blob's name and its 32-byte data key, unwrapped by the caller. The name is of letters, digits, "-" and "_", 100 at most. */
export type BlobKey = { blobId: string; dek: Buffer }

/** Where one attempt lies: opaque to the caller, to be recorded as it is. */
export type Place = Location & {
  /** What its reading needs and what it commits to: format, segment size, salt, key commitment, and the tags of what is not encrypted. Not secret. */
  header: Buffer
}

/** Sees plain bytes on their way, and keeps none of them. */
export type LookAt = (chunk: Uint8Array) => void

/** An attempt that counts: its place and the range of the blob that it holds. */
export type Attempt = Place & { offset: number; length: number }

/**
 * Neighbouring plain bytes. They may not be changed and stay as they are until `release` is called, once, by who has finished with
 * all of them: their space is used again then. Never calling it does no harm.
 */
export type Batch = { pieces: Buffer[]; release: () => void }

export interface Storage extends StoreUpkeep {
  /**
   * Stores `length` (> 0) bytes of the blob from `offset` on, as ByteStore's `write` does: with its promises and its errors. Rejects
   * with WrongLength when the source gives more or fewer bytes. `look` sees every chunk, in order.
   */
  writeAttempt(blob: BlobKey, offset: number, length: number, source: Readable, look?: LookAt): Promise<Place>

  /**
   * The blob's bytes [from, to), each verified before it leaves, in batches of neighbouring buffers (about 1 MiB, less where
   * many read). `attempts` are sorted by offset and leave no gap and no overlap over that range. Throws CorruptBlob in place of
   * the first byte that cannot be verified, MissingBlob when the blob is gone; the bytes given until then are right. Ends cleanly
   * by return().
   */
  readRange(blob: BlobKey, attempts: readonly Attempt[], from: number, to: number): AsyncGenerator<Batch, void, undefined>

  /** As ByteStore's `release`, of an attempt of `length` plain bytes. */
  release(place: Place, length: number): void

  /** How many bytes of its container an attempt needs, from the container's beginning. */
  endOf(attempt: Place & { length: number }): number

  /** As it lies there, sealed or not. */
  readonly inventory: Inventory
}

export type { DirectPlace, DirectStore, Inventory, Move, StoredContainer } from './byte-store.ts'
export { CorruptBlob, FlushFailed, isDamage, MissingBlob, StoreAway, WrongLength } from './byte-store.ts'
