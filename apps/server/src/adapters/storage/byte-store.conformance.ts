/** What every store must show: one suite, run by the test of each. What is sealed on it is asked of by `storage.conformance.ts`. */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ByteStore, CorruptBlob, type Encode, FlushFailed, type Location, MissingBlob, WrongLength } from './byte-store.ts'
import { inChunks } from './storage.samples.ts'

export type StoreUnderTest = {
  /** The store as the next process would open it; the first call opens it for the first time. */
  reopen(): Promise<ByteStore>
  /** The bytes as they lie there, to be damaged. */
  load(container: string): Promise<Buffer>
  save(container: string, bytes: Buffer): Promise<void>
  done(): Promise<void>
}

const asTheyCome: Encode = (put) => ({ take: put, end: () => {} })
const newBlobId = () => randomBytes(8).toString('hex')

export function byteStoreConformance(name: string, open: () => Promise<StoreUnderTest>) {
  describe(`opaque bytes on ${name}`, () => {
    let under: StoreUnderTest
    let store: ByteStore
    beforeEach(async () => {
      under = await open()
      store = await under.reopen()
    })
    afterEach(() => under.done())

    const write = (blobId: string, bytes: Buffer) => store.write(blobId, bytes.length, inChunks(bytes), asTheyCome)
    const readBack = async (from: ByteStore, { container, position }: Location, length: number) => {
      const into = Buffer.alloc(length)
      await from.read(container, position, into)
      return into
    }
    const gathered = async (source: AsyncIterable<Buffer>) => {
      const pieces: Buffer[] = []
      for await (const piece of source) pieces.push(Buffer.from(piece))
      return Buffer.concat(pieces)
    }

    test.each([1, 65_536, 1024 * 1024 + 1, 3_000_000])('R07 %i bytes come back, also to the next process', async (length) => {
      const [blobId, bytes] = [newBlobId(), randomBytes(length)]
      const at = await write(blobId, bytes)
      await store.flush(blobId, [at.container])
      for (const reader of [store, await under.reopen()]) expect((await readBack(reader, at, length)).equals(bytes)).toBe(true)
      expect((await readBack(store, { ...at, position: at.position + length - 1 }, 1))[0]).toBe(bytes[length - 1])
      await expect(readBack(store, at, length + 1)).rejects.toThrow(CorruptBlob)
    })

    test('R03 attempts at once lie apart, and what an encoder makes of a source is what is stored', async () => {
      const blobId = newBlobId()
      const inverted: Encode = (put) => ({ take: (chunk) => put(Buffer.from(chunk.map((byte) => 255 - byte))), end: () => {} })
      const bytes = Array.from({ length: 20 }, (_, i) => Buffer.alloc(30_000, i))
      const places = await Promise.all(
        bytes.map((each, i) => store.write(blobId, each.length, inChunks(each), i % 2 ? inverted : asTheyCome)),
      )
      for (const [i, at] of places.entries())
        expect((await readBack(store, at, 30_000)).equals(Buffer.alloc(30_000, i % 2 ? 255 - i : i))).toBe(true)
    })

    test('R02 too few, too many, a torn source or an encoder that refuses: nothing counts, and neighbours stay', async () => {
      const [blobId, bytes] = [newBlobId(), randomBytes(100_000)]
      const good = await write(blobId, bytes)
      const torn = async function* () {
        yield bytes
        throw new Error('the line broke')
      }
      const refusing: Encode = () => ({
        take: () => {
          throw new Error('refused')
        },
        end: () => {},
      })
      for (const [attempt, why] of [
        [() => store.write(blobId, 99_999, inChunks(bytes), asTheyCome), WrongLength],
        [() => store.write(blobId, 100_001, inChunks(bytes), asTheyCome), WrongLength],
        [() => store.write(blobId, 200_000, Readable.from(torn()), asTheyCome), 'the line broke'],
        [() => store.write(blobId, 100_000, inChunks(bytes), refusing), 'refused'],
      ] as const)
        await expect(attempt()).rejects.toThrow(why)
      const after = await write(blobId, bytes)
      for (const at of [good, after]) expect((await readBack(store, at, bytes.length)).equals(bytes)).toBe(true)
    })

    test('INV8 what was deleted is gone for readers and flushes, and other blobs stay', async () => {
      const [gone, kept, bytes] = ['same', 'same-63', randomBytes(1000)]
      const [first, second] = [await write(gone, bytes), await write(kept, bytes)]
      for (let i = 0; i < 2; i++) await store.deleteBlob(gone)
      await expect(readBack(store, first, 1)).rejects.toThrow(MissingBlob)
      await expect(store.flush(gone, [first.container])).rejects.toThrow(FlushFailed)
      expect((await readBack(store, second, 1000)).equals(bytes)).toBe(true)
    })

    test('O5 the inventory tells of every container, copies it and takes it away', async () => {
      const [blobId, bytes] = [newBlobId(), randomBytes(5000)]
      const { container, position } = await write(blobId, bytes)
      const listed: string[] = []
      for await (const each of store.inventory.list()) listed.push(each.name)
      expect(listed).toEqual([container])
      const found = await store.inventory.find(container)
      expect(found).toMatchObject({ name: container, blobId })
      expect(found!.bytes).toBeGreaterThanOrEqual(position + bytes.length)
      const copy = await gathered(store.inventory.read(container, position + bytes.length))
      await store.inventory.remove(container)
      expect(await store.inventory.find(container)).toBeUndefined()
      await store.inventory.put(container, inChunks(copy))
      expect((await readBack(store, { container, position }, bytes.length)).equals(bytes)).toBe(true)
    })

    test('O4 it can be probed, knows whose it is, and has space', async () => {
      expect(await store.readOwner()).toBeNull()
      await store.writeOwner('one')
      expect(await (await under.reopen()).readOwner()).toBe('one')
      await store.probe()
      expect(await store.freeBytes()).toBeGreaterThan(1)
    })
  })
}
