import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, open, readdir, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { byteStoreConformance } from './byte-store.conformance.ts'
import type { ByteStore } from './byte-store.ts'
import { openDiskStore } from './disk.ts'
import { sealedStorage } from './sealed.ts'
import { storageConformance } from './storage.conformance.ts'
import { inChunks, newBlob, read, SEGMENT } from './storage.samples.ts'
import { FlushFailed, type Storage, StoreAway } from './storage.ts'

const newFolder = () => mkdtemp(join(tmpdir(), 'sampan-disk-'))

async function fileOf(root: string, container: string) {
  const found = (await readdir(root, { recursive: true })).find((path) => path.endsWith(container))
  if (!found) throw new Error(`no file of ${container}`)
  return join(root, found)
}

const openSealed = async (...options: Parameters<typeof openDiskStore>) => sealedStorage(await openDiskStore(...options))

async function newDisk() {
  const root = await newFolder()
  const opened: ByteStore[] = []
  const reopen = async () => {
    const store = await openDiskStore(root)
    opened.push(store)
    return store
  }
  return {
    reopen,
    load: async (container: string) => readFile(await fileOf(root, container)),
    save: async (container: string, bytes: Buffer) => writeFile(await fileOf(root, container), bytes),
    done: async () => {
      await Promise.all(opened.map((store) => store.close()))
      await rm(root, { recursive: true })
    },
  }
}

byteStoreConformance('disk', newDisk)
storageConformance('disk', newDisk)

describe('on the disk itself', () => {
  let root: string
  let storage: Storage
  beforeEach(async () => {
    root = await newFolder()
    storage = await openSealed(root, { maxIdleFiles: 8, maxContainers: 50 })
  })
  afterEach(async () => {
    await storage.close()
    await rm(root, { recursive: true })
  })

  const descriptors = async () => {
    const names = await readdir('/proc/self/fd')
    const links = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
    return links.filter((link) => link.startsWith(root)).length
  }

  test('R02 U6 the room of an attempt that never counted is used again, and its neighbours stay as they are', async () => {
    const [blob, bytes] = [newBlob(), randomBytes(2 * SEGMENT)]
    const put = async (from: number, to: number, source = bytes.subarray(from, to)) => ({
      ...(await storage.writeAttempt(blob, from, to - from, inChunks(source))),
      ...{ offset: from, length: to - from },
    })
    const before = await put(0, SEGMENT)
    const dead = await put(0, 2 * SEGMENT, randomBytes(2 * SEGMENT))
    const after = await put(SEGMENT, SEGMENT + 500)
    const stored = async () => (await stat(await fileOf(root, before.container))).size
    const had = await stored()
    storage.release(dead, dead.length)
    const again = await put(SEGMENT + 500, 2 * SEGMENT)
    expect(await stored()).toBe(had)
    expect((await read(storage, blob, [before, after, again], 0, bytes.length)).equals(bytes)).toBe(true)
  })

  test('thousands of blobs hold few descriptors and few containers, and none after the end', async () => {
    const bytes = randomBytes(100)
    for (let i = 0; i < 1000; i++) {
      const blob = newBlob()
      const place = await storage.writeAttempt(blob, 0, 100, inChunks(bytes))
      if (i % 10 === 0)
        expect((await read(storage, blob, [{ ...place, offset: 0, length: 100 }], 0, 100)).equals(bytes)).toBe(true)
    }
    expect(await descriptors()).toBeLessThanOrEqual(8)
    await storage.close()
    expect(await descriptors()).toBe(0)
  })

  test('a container that was forgotten gets a successor, none is written twice', async () => {
    const blob = newBlob()
    const first = await storage.writeAttempt(blob, 0, 100, inChunks(Buffer.alloc(100)))
    await storage.flush(blob.blobId)
    for (let i = 0; i < 60; i++) await storage.writeAttempt(newBlob(), 0, 100, inChunks(Buffer.alloc(100)))
    const second = await storage.writeAttempt(blob, 0, 100, inChunks(Buffer.alloc(100)))
    expect(second.container).not.toBe(first.container)
  })

  test('one container takes all attempts of a blob, one behind the other', async () => {
    const blob = newBlob()
    const places = await Promise.all(
      [0, 1, 2].map((i) => storage.writeAttempt(blob, i * 1000, 1000, inChunks(randomBytes(1000)))),
    )
    expect(new Set(places.map(({ container }) => container)).size).toBe(1)
    expect(places.map(({ position }) => position).sort((a, b) => a - b)).toEqual([0, 1016, 2032])
  })

  test('a torn attempt gives its space back', async () => {
    const blob = newBlob()
    await expect(storage.writeAttempt(blob, 0, 1000, inChunks(Buffer.alloc(999)))).rejects.toThrow()
    const { position } = await storage.writeAttempt(blob, 0, 1000, inChunks(randomBytes(1000)))
    expect(position).toBe(0)
  })

  describe('flushing', () => {
    const blob = newBlob()
    const write = () => storage.writeAttempt(blob, 0, 100, inChunks(Buffer.alloc(100)))
    const watchFlushes = async () => {
      const file = await open(join(root, 'any'), 'w')
      const prototype = Object.getPrototypeOf(file)
      await file.close()
      return vi.spyOn(prototype, 'datasync')
    }
    afterEach(() => vi.restoreAllMocks())

    test('R01 one flush serves all who wait, and none is made for nothing', async () => {
      const flushes = await watchFlushes()
      await storage.flush(blob.blobId)
      expect(flushes).toHaveBeenCalledTimes(0)
      const [{ container }] = await Promise.all([write(), write(), write()])
      await Promise.all([storage.flush(blob.blobId), storage.flush(blob.blobId), storage.flush(blob.blobId)])
      await storage.flush(blob.blobId, [container])
      expect(flushes).toHaveBeenCalledTimes(1)
    })

    test('R01 what was written while a flush ran waits for one of its own', async () => {
      const flushes = await watchFlushes()
      await write()
      const running = storage.flush(blob.blobId)
      await write()
      await Promise.all([running, storage.flush(blob.blobId)])
      expect(flushes).toHaveBeenCalledTimes(2)
    })

    const failure = (code: string) => Object.assign(new Error(code), { code, syscall: 'fdatasync' })

    test.each(['EIO', 'ENOSPC'])(
      'INV1 a flush that fails with %s names its container, which takes nothing any more',
      async (code) => {
        const flushes = await watchFlushes()
        const { container } = await write()
        flushes.mockRejectedValueOnce(failure(code))
        await expect(storage.flush(blob.blobId)).rejects.toMatchObject({ name: 'FlushFailed', containers: [container] })
        await expect(storage.flush(blob.blobId, [container])).rejects.toMatchObject({ containers: [container] })
        const next = await write()
        expect(next.container).not.toBe(container)
        await storage.flush(blob.blobId, [next.container])
      },
    )

    test('INV1 an attempt under way while its container fails to flush does not count', async () => {
      const flushes = await watchFlushes()
      await write()
      const source = new PassThrough()
      const underWay = expect(storage.writeAttempt(blob, 0, 100, source)).rejects.toThrow(FlushFailed)
      source.write(Buffer.alloc(50))
      flushes.mockRejectedValueOnce(failure('EIO'))
      await expect(storage.flush(blob.blobId)).rejects.toThrow(FlushFailed)
      source.end(Buffer.alloc(50))
      await underWay
    })

    test('INV1 of several containers each that fails is named, and all are tried', async () => {
      const flushes = await watchFlushes()
      const earlier = [(await write()).container]
      storage.abandon(earlier[0]!)
      earlier.push((await write()).container)
      storage.abandon(earlier[1]!)
      flushes.mockRejectedValueOnce(failure('EIO')).mockRejectedValueOnce(failure('EIO'))
      const failed = await storage.flush(blob.blobId, [...earlier, (await write()).container]).catch((error) => error.containers)
      expect(failed.sort()).toEqual(earlier.sort())
      expect(flushes).toHaveBeenCalledTimes(3)
    })

    test('INV1 containers of an earlier process are flushed when named', async () => {
      const { container } = await write()
      const next = await openSealed(root)
      const flushes = await watchFlushes()
      await next.flush(blob.blobId, [container])
      expect(flushes).toHaveBeenCalledTimes(1)
      await next.close()
    })
  })

  test('files and folders are for the server alone', async () => {
    const { container } = await storage.writeAttempt(newBlob(), 0, 5, inChunks(Buffer.alloc(5)))
    expect((await stat(await fileOf(root, container))).mode & 0o777).toBe(0o600)
    expect((await stat(join(root, 'blobs'))).mode & 0o777).toBe(0o700)
  })

  test('R37 a name that leads elsewhere is refused', async () => {
    const bad = { ...newBlob(), blobId: '../../x' }
    await expect(storage.writeAttempt(bad, 0, 1, inChunks(Buffer.alloc(1)))).rejects.toThrow(RangeError)
    await expect(storage.flush('x', ['../../../etc/passwd'])).rejects.toThrow(RangeError)
  })

  test('O4 a probe finds that the folder is gone, is not to be written, or is of another', async () => {
    await storage.probe()
    await storage.writeOwner('one')
    expect(await storage.readOwner()).toBe('one')
    const opened = await openSealed(root)
    await opened.probe()
    await chmod(join(root, 'blobs'), 0o500)
    // Root may write anywhere.
    if (process.getuid?.() !== 0) await expect(opened.probe()).rejects.toThrow('EACCES')
    await chmod(join(root, 'blobs'), 0o700)
    await opened.writeOwner('other')
    await expect(opened.probe()).rejects.toThrow('Another store')
    await rm(join(root, 'blobs'), { recursive: true })
    await expect(opened.probe()).rejects.toThrow('ENOENT')
    await opened.close()
  })

  test('O4 R52 opened for an installation, it refuses an empty mount point and makes nothing there; else it probes for that id', async () => {
    await storage.writeOwner('one')
    const opened = await openSealed(root, { owner: 'one' })
    await rename(root, `${root}.away`)
    await mkdir(root)
    await expect(openSealed(root, { owner: 'one' })).rejects.toThrow('is its disk mounted?')
    expect(await readdir(root)).toEqual([])
    await openSealed(root)
    await expect(opened.probe()).rejects.toThrow('Another store')
    await rm(root, { recursive: true })
    await rename(`${root}.away`, root)
    await opened.probe()
  })

  test('INV1 R52 in the mount point of its disk nothing is written, flushed, deleted, missed or listed, even where its folders are there', async () => {
    await storage.writeOwner('one')
    const opened = await openSealed(root, { owner: 'one' })
    const [blob, next] = [newBlob(), newBlob()]
    const place = await opened.writeAttempt(blob, 0, 5, inChunks(Buffer.from('bytes')))
    const readIt = () => read(opened, blob, [{ ...place, offset: 0, length: 5 }], 0, 5)
    const { inventory } = opened
    await opened.close()
    await rename(root, `${root}.away`)
    const mountPoint = await openSealed(root)
    const there = await readdir(root, { recursive: true })
    await expect(opened.writeAttempt(next, 0, 5, inChunks(Buffer.from('bytes')))).rejects.toThrow(StoreAway)
    // Twice: nor does it begin another container for one that only seems to be gone.
    for (let i = 0; i < 2; i++)
      await expect(opened.writeAttempt(blob, 0, 5, inChunks(Buffer.from('bytes')))).rejects.toThrow('ENOENT')
    await expect(readIt()).rejects.toThrow(StoreAway)
    await expect(opened.flush(blob.blobId)).rejects.toThrow('ENOENT')
    for (const act of [
      () => opened.deleteBlob(blob.blobId),
      () => inventory.find(place.container),
      () => inventory.read(place.container, 5).next(),
      () => inventory.list().next(),
      () => inventory.remove(place.container),
    ])
      await expect(act()).rejects.toThrow(StoreAway)
    expect(await readdir(root, { recursive: true })).toEqual(there)
    await mountPoint.close()
    await rm(root, { recursive: true })
    await rename(`${root}.away`, root)
    expect((await readIt()).toString()).toBe('bytes')
    expect(await inventory.find(place.container)).toMatchObject({ blobId: blob.blobId })
    await opened.deleteBlob(blob.blobId)
    expect(await inventory.find(place.container)).toBeUndefined()
    await opened.close()
  })

  test('R52 who only looks makes no folder', async () => {
    const empty = join(root, 'elsewhere')
    const looking = await openSealed(empty, { mayMake: false })
    expect(await looking.inventory.list().next()).toMatchObject({ done: true })
    expect(await looking.readOwner()).toBeNull()
    await expect(stat(empty)).rejects.toThrow('ENOENT')
    await looking.close()
  })
})
