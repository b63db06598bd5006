/**
 * The port of a store: opaque bytes, whatever they lie on. What they mean, sealed or plain, is known above it (`sealed.ts`).
 *
 * The bytes of a blob are written as attempts, in any order, repeated at will and several at once. A store keeps every attempt apart in
 * a region of its own, and knows nothing of which ones count.
 */
import type { Readable } from 'node:stream'

/** Where one attempt lies: to be recorded as it is. */
export type Location = {
  /** The container's name; starts with the blob's. */
  container: string
  /** The first byte of the region in it. */
  position: number
}

/** Takes a source's chunks in their order, as they come. Throws whatever is wrong with them. A chunk may be used again after the call. */
export type Encoder = { take: (chunk: Buffer) => void; end: () => void }

/** Makes an encoder that gives what is to be stored to `put`, piece by piece; a piece may be used again after the call. */
export type Encode = (put: (bytes: Buffer) => void) => Encoder

export type StoredContainer = { name: string; blobId: string; bytes: number; changedAt: Date }

/** What is not there is "not there" only where its own disk is: else all throw StoreAway. */
export interface Inventory {
  /** Every container. One that comes or goes meanwhile may be told or not. */
  list(): AsyncGenerator<StoredContainer, void, undefined>

  /** As it is now; undefined where it is not there. */
  find(container: string): Promise<StoredContainer | undefined>

  /** The first `bytes` as they lie there. Throws MissingBlob or, where there are fewer, CorruptBlob. Buffers are used again. */
  read(container: string, bytes: number): AsyncGenerator<Buffer, void, undefined>

  /** Puts a container in its place, whole and flushed or not at all. */
  put(container: string, source: AsyncIterable<Uint8Array>): Promise<void>

  /** Removes it, or finds none. */
  remove(container: string): Promise<void>
}

/** Where files are on their way from one store to another: both, each by itself. */
export type Move = Record<'from' | 'to', Pick<StoreUpkeep, 'readOwner'> & { inventory: Inventory }>

/** A place that is given to an attempt which its sender puts there. `object` tells what is put from all else that may lie at that place. */
export type DirectPlace = Location & { object: string }

/** One request puts the bytes there, and only those of the length and CRC-32 that it was asked for: address and headers are signed. */
export type DirectTarget = DirectPlace & { url: string; headers: Record<string, string> }

/** What a store needs to take bytes that come to it past this process. */
export interface DirectStore {
  /** To which pages must be let. */
  origin(): Promise<string>

  /** Gives a place that nothing else gets. What is put there lies in the container, and is nothing to it until it is `take`n. */
  target(blobId: string, bytes: number, crc32: number): Promise<DirectTarget>

  /** Whether it is there, whole and as its CRC-32 says; it is read like any other attempt then. May be asked again, and by any process. */
  take(at: DirectPlace, bytes: number, crc32: number): Promise<boolean>

  /** Removes what was put there, if anything was: it has never counted and never will. */
  remove(at: DirectPlace): Promise<void>

  /** Null where the store refuses what is not as was signed; else what is wrong with it. Leaves nothing there. */
  prove(): Promise<string | null>

  /** Null where the store lets pages of that origin put bytes; else what it answered. */
  letsIn(origin: string): Promise<string | null>
}

/** What a store promises whatever is kept in it. A blob's name is of letters, digits, "-" and "_", 100 at most. */
export interface StoreUpkeep {
  /**
   * Resolves once every attempt of the blob that this process has written before the call, and everything in the containers
   * named, survives the loss of power. Name the containers of all attempts that count: some may be of an earlier process.
   * May be called often and at once. FlushFailed names the containers that may have lost bytes: nothing in them counts any more,
   * and the caller must see to that at once, for the system tells it only once. No attempt is written to them from then on.
   */
  flush(blobId: string, containers?: readonly string[]): Promise<void>

  /** Ends the use of a container that failed to flush elsewhere; the blob's next attempt gets another. */
  abandon(container: string): void

  /** Removes all bytes of the blob, or finds none. Reads and writes in progress end broken, with MissingBlob. */
  deleteBlob(blobId: string): Promise<void>

  /** The id of the installation whose bytes these are; null where nobody has said so yet. */
  readOwner(): Promise<string | null>

  writeOwner(id: string): Promise<void>

  /** Rejects where it cannot be read or written now, or is no longer that which was opened. Writes nothing. */
  probe(): Promise<void>

  /** Bytes that may still be written, Infinity where nobody knows. */
  freeBytes(): Promise<number>

  /** Null for one that takes bytes from this process alone. */
  readonly direct: DirectStore | null

  /** Null for one that is no two. */
  readonly move: Move | null

  /** Gives back what is held open. Call when no other call is running. */
  close(): Promise<void>
}

export interface ByteStore extends StoreUpkeep {
  /**
   * Stores `bytes` (> 0) bytes of an attempt: what the encoder makes of the source. Resolves once all are handed to the store: they
   * survive the death of this process, not yet the loss of power. Takes from `source` only as fast as it can write, and keeps no
   * reference to its buffers. Rejects with whatever source or encoder throw, with WrongLength when the encoder gives more or fewer
   * bytes, or with the store's own error (no space); nothing counts then, no other attempt is touched, and what else the source gives
   * goes nowhere.
   */
  write(blobId: string, bytes: number, source: Readable, encode: Encode): Promise<Location>

  /** Fills the buffer from that place on. Throws CorruptBlob where there are fewer bytes, MissingBlob where the container is gone. */
  read(container: string, position: number, into: Buffer): Promise<void>

  /** Of one read, where each costs the store something by itself; how many are worth having under way before they are wanted. */
  readonly readBytes: number
  readonly readsAhead: number

  /**
   * The attempt of so many stored bytes at this place has never counted and never will: its space is used again. For a place of another
   * process it does nothing. Call it once at most, and never for a place that was recorded: somebody may read it.
   */
  release(at: Location, bytes: number): void

  /** What lies there, for checks, collectors and backups; nothing that serves people asks it. */
  readonly inventory: Inventory
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
