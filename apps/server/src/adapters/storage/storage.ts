/**
 * The port for stored bytes: what every implementation promises, in bytes and promises, whatever it stores them on.
 *
 * A blob is an immutable sequence of bytes that arrives as attempts: ranges in any order, repeated at will, several at once.
 * The storage keeps every attempt apart and knows nothing of which ones count: the caller records the place of each that
 * does (in a row, under the blob's lock) and hands those back to read. Ranges are [from, to), to exclusive.
 */
import type { Readable } from 'node:stream'

/** A blob's name and its 32-byte data key, unwrapped by the caller. The name is of letters, digits, "-" and "_", 100 at most. */
export type BlobKey = { blobId: string; dek: Buffer }

/** Where one attempt lies: opaque to the caller, to be recorded as it is. */
export type Place = {
  /** The container's name; starts with the blob's. */
  container: string
  /** The first byte of the attempt's region in it. */
  position: number
  /** What its reading needs and what it commits to: format, segment size, salt, key commitment. Not secret. */
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

export type StoredContainer = { name: string; blobId: string; bytes: number; changedAt: Date }

/** What is not there is "not there" only where its own disk is: else all throw StoreAway. */
export interface Inventory {
  /** Every container. One that comes or goes meanwhile may be told or not. */
  list(): AsyncGenerator<StoredContainer, void, undefined>

  /** As it is now; undefined where it is not there. */
  find(container: string): Promise<StoredContainer | undefined>

  /** How many bytes of its container an attempt needs, from the container's beginning. */
  endOf(attempt: Place & { length: number }): number

  /** The first `bytes` as they lie there. Throws MissingBlob or, where there are fewer, CorruptBlob. Buffers are used again. */
  read(container: string, bytes: number): AsyncGenerator<Buffer, void, undefined>

  /** Puts a container in its place, whole and flushed or not at all. */
  put(container: string, source: AsyncIterable<Uint8Array>): Promise<void>

  /** Removes it, or finds none. */
  remove(container: string): Promise<void>
}

export interface Storage {
  /**
   * Stores `length` (> 0) bytes of the blob from `offset` on and resolves once all are handed to the store: they survive the
   * death of this process, not yet the loss of power. Takes from `source` only as fast as it can write, and keeps no
   * reference to its buffers. `look` sees every chunk, in order. Rejects with whatever the source throws, with WrongLength when
   * it gives more or fewer bytes, or with the store's own error (no space); nothing counts then, no other attempt is touched,
   * and what else the source gives goes nowhere.
   */
  writeAttempt(blob: BlobKey, offset: number, length: number, source: Readable, look?: LookAt): Promise<Place>

  /**
   * The blob's bytes [from, to), each verified before it leaves, in batches of neighbouring buffers (about 1 MiB, less where
   * many read). `attempts` are sorted by offset and leave no gap and no overlap over that range. Throws CorruptBlob in place of
   * the first byte that cannot be verified, MissingBlob when the blob is gone; the bytes given until then are right. Ends cleanly
   * by return().
   */
  readRange(blob: BlobKey, attempts: readonly Attempt[], from: number, to: number): AsyncGenerator<Batch, void, undefined>

  /**
   * Resolves once every attempt of the blob that this process has written before the call, and everything in the containers
   * named, survives the loss of power. Name the containers of all attempts that count: some may be of an earlier process.
   * May be called often and at once. FlushFailed names the containers that may have lost bytes: nothing in them counts any more,
   * and the caller must see to that at once, for the system tells it only once. No attempt is written to them from then on.
   */
  flush(blobId: string, containers?: readonly string[]): Promise<void>

  /**
   * The attempt at this place, of `length` plain bytes, has never counted and never will: its space is used again. For a place of another
   * process it does nothing. Call it once at most, and never for a place that was recorded: somebody may read it.
   */
  release(place: Place, length: number): void

  /** Ends the use of a container that failed to flush elsewhere; the blob's next attempt gets another. */
  abandon(container: string): void

  /** Removes all bytes of the blob, or finds none. Reads and writes in progress end broken, with MissingBlob. */
  deleteBlob(blobId: string): Promise<void>

  /** What lies there, for checks, collectors and backups; nothing that serves people asks it. */
  readonly inventory: Inventory

  /** The id of the installation whose bytes these are; null where nobody has said so yet. */
  readOwner(): Promise<string | null>

  writeOwner(id: string): Promise<void>

  /** Rejects where it cannot be read or written now, or is no longer that which was opened. Writes nothing. */
  probe(): Promise<void>

  /** Bytes that may still be written, Infinity where nobody knows. */
  freeBytes(): Promise<number>

  /** Gives back what is held open. Call when no other call is running. */
  close(): Promise<void>
}

/** The stored bytes are not those that were written: serve no more of them and raise the alarm. */
export class CorruptBlob extends Error {
  override name = 'CorruptBlob'
}

/** The blob, or a part of it, is not there (any more). */
export class MissingBlob extends Error {
  override name = 'MissingBlob'
}

/** Nor is the folder there that it would lie in, or it is another's: rather a disk that is away, and comes back. */
export class StoreAway extends MissingBlob {
  override name = 'StoreAway'
}

/** Says something of the bytes, and not of a disk that is away. */
export const isDamage = (error: unknown): boolean =>
  error instanceof CorruptBlob || (error instanceof MissingBlob && !(error instanceof StoreAway))

/** These containers could not be flushed, or are not there: their bytes may be lost, also where they can still be read. */
export class FlushFailed extends Error {
  override name = 'FlushFailed'

  constructor(
    readonly containers: readonly string[],
    options?: ErrorOptions,
  ) {
    super(`Not flushed: ${containers.join(', ')}`, options)
  }
}

/** The source gave more or fewer bytes than it had announced. */
export class WrongLength extends Error {
  override name = 'WrongLength'
}
