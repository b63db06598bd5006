/**
 * Blobs on a local disk: `blobs/<2 hex of a hash>/<blob>.<random>`, one container file per blob and process life.
 *
 * Regions are given out before their bytes arrive, so attempts never share one; the region of an attempt that never counted is given
 * out again. A container is never written to by another process life: each makes its own, with a new name.
 */
import { access, constants, mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { flushFolder, makeFolder } from '../../durable-folder.ts'
import { type ByteStore, CorruptBlob, type Encode, FlushFailed, type Location, MissingBlob, StoreAway } from './byte-store.ts'
import { abandonContainer, type Container, containerFor, containerNamed, type Disk, folderOf, pathOf } from './containers.ts'
import { closeIdleHandles, forgetHandles, newHandlePool, withHandle } from './handle-pool.ts'
import { diskInventory } from './inventory.ts'
import { readOwner, requireOwner, writeOwner } from './owner-file.ts'
import { releaseRegion, takeRegion } from './regions.ts'
import { writeRegion } from './write-region.ts'

/** Without `mayMake` for who only looks, and cannot tell yet whether the right disk is there. */
export type DiskOptions = { maxIdleFiles?: number; maxContainers?: number; owner?: string | null; mayMake?: boolean }

/** Refuses, and makes nothing, where `owner` is named and what lies there is not its: an empty mount point would be filled. */
export async function openDiskStore(
  root: string,
  { maxIdleFiles = 64, maxContainers = 10_000, owner: expected = null, mayMake = true }: DiskOptions = {},
): Promise<ByteStore> {
  await requireOwner(root, expected)
  const disk: Disk = {
    root,
    owner: expected ?? (await readOwner(root)),
    pool: newHandlePool(maxIdleFiles),
    containers: new Map(),
    lost: new Set(),
    maxContainers,
  }
  if (mayMake) await makeFolders(disk)
  return {
    write: (...attempt) => write(disk, ...attempt),
    read: (...from) => read(disk, ...from),
    readBytes: 1024 * 1024,
    readsAhead: 1,
    flush: (blobId, containers = []) => flush(disk, blobId, containers),
    release: (region, bytes) => release(disk, region, bytes),
    abandon: (container) => abandonContainer(disk, container),
    deleteBlob: (blobId) => deleteBlob(disk, blobId),
    inventory: diskInventory({
      blobsFolder: join(root, 'blobs'),
      pathOf: (container) => pathOf(disk, container),
      requireOwner: () => requireOwner(root, disk.owner),
    }),
    direct: null,
    move: null,
    readOwner: () => readOwner(root),
    writeOwner: (id) => writeOwner(root, id),
    probe: () => probe(disk),
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },
    close: () => closeIdleHandles(disk.pool),
  }
}

async function write(disk: Disk, blobId: string, bytes: number, source: Readable, encode: Encode): Promise<Location> {
  const container = containerFor(disk, blobId)
  const region = takeRegion(container.regions, bytes)
  container.writing++
  try {
    await container.created
    await withHandle(disk.pool, pathOf(disk, container.name), 'r+', (file) =>
      writeRegion(file, region.from, bytes, source, encode),
    )
    if (container.isLost) throw new FlushFailed([container.name])
    if (!container.deleted) {
      container.written++
      return { container: container.name, position: region.from }
    }
  } catch (error) {
    // Also where nothing of it was taken: a body that nobody reads holds its connection.
    source.on('error', () => {}).resume()
    // Nothing writes there any more and nothing counts: without this, every torn part would cost its space.
    releaseRegion(container.regions, region)
    const isGone = container.deleted || (await isMissingThere(disk, container.name, error))
    if (!isGone) throw error
    abandonContainer(disk, container.name)
  } finally {
    container.writing--
  }
  throw new MissingBlob(`Container ${container.name} is not there`)
}

function release(disk: Disk, { container, position }: Location, bytes: number) {
  const own = containerNamed(disk, container)
  if (own) releaseRegion(own.regions, { from: position, to: position + bytes })
}

async function read(disk: Disk, container: string, position: number, into: Buffer) {
  try {
    await withHandle(disk.pool, pathOf(disk, container), 'r', async (file) => {
      for (let filled = 0; filled < into.length; ) {
        const { bytesRead } = await file.read(into, filled, into.length - filled, position + filled)
        if (bytesRead === 0) throw new CorruptBlob(`Container ${container} ends before ${position + into.length}`)
        filled += bytesRead
      }
    })
  } catch (error) {
    if (!missing(error)) throw error
    const Why = (await isMissingThere(disk, container, error)) ? MissingBlob : StoreAway
    throw new Why(`Container ${container} is not there`, { cause: error })
  }
}

async function flush(disk: Disk, blobId: string, containers: readonly string[]) {
  const own = disk.containers.get(blobId)
  const names = new Set(containers).add(own?.name ?? '')
  names.delete('')
  // All of them to their end: a failure that nobody waits for is never told again.
  const flushes = [...names].map((name) => (own?.name === name ? flushOwn(disk, own) : flushFile(disk, name, true)))
  const failures = (await Promise.allSettled(flushes)).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  const lost = failures.filter((reason) => reason instanceof FlushFailed)
  if (lost.length) throw new FlushFailed([...new Set(lost.flatMap((each) => each.containers))], { cause: lost[0]!.cause })
  if (failures.length) throw failures[0]
}

/** Calls that come together share one flush; each waits for one that began after its attempts were written. */
async function flushOwn(disk: Disk, container: Container) {
  const due = container.written
  while (container.flushed < due) {
    container.flushing ??= flushOnce(disk, container).finally(() => {
      container.flushing = undefined
    })
    await container.flushing
  }
}

async function flushOnce(disk: Disk, container: Container) {
  if (container.isLost) throw new FlushFailed([container.name])
  const upTo = container.written
  try {
    await flushFile(disk, container.name, !container.folderFlushed)
    container.folderFlushed = true
    container.flushed = upTo
  } catch (error) {
    if (error instanceof FlushFailed) abandonContainer(disk, container.name)
    throw error
  }
}

async function flushFile(disk: Disk, name: string, folderToo: boolean) {
  const path = pathOf(disk, name)
  try {
    await withHandle(disk.pool, path, 'r+', (file) => file.datasync())
    if (folderToo) await flushFolder(dirname(path))
    if (disk.lost.has(name)) throw new FlushFailed([name])
  } catch (error) {
    const failedToFlush = /^f(data)?sync$/.test((error as NodeJS.ErrnoException).syscall ?? '')
    if (!failedToFlush && !(await isMissingThere(disk, name, error))) throw error
    disk.lost.add(name)
    throw new FlushFailed([name], { cause: error })
  }
}

async function deleteBlob(disk: Disk, blobId: string) {
  const own = disk.containers.get(blobId)
  disk.containers.delete(blobId)
  if (own) own.deleted = true
  await own?.created.catch(() => undefined) // else its file could appear after the listing
  await requireOwner(disk.root, disk.owner)
  const folder = join(disk.root, 'blobs', folderOf(blobId))
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${blobId}.`)) continue
    forgetHandles(disk.pool, join(folder, name))
    await rm(join(folder, name), { force: true })
  }
}

/** All at once at the first start, so that no write has to make one. */
async function makeFolders({ root }: Disk) {
  const blobs = join(root, 'blobs')
  await makeFolder(blobs)
  const there = new Set(await readdir(blobs))
  const names = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0')).filter((name) => !there.has(name))
  if (names.length === 0) return
  await Promise.all(names.map((name) => mkdir(join(blobs, name), { recursive: true, mode: 0o700 })))
  await flushFolder(blobs)
}

async function probe({ root, owner }: Disk) {
  await access(join(root, 'blobs'), constants.R_OK | constants.W_OK | constants.X_OK)
  await requireOwner(root, owner)
}

/** Where its folder is not there either, or is another's, it is the disk that is away, and what it holds comes back with it. */
const isMissingThere = async (disk: Disk, container: string, error: unknown) =>
  missing(error) &&
  Promise.all([access(dirname(pathOf(disk, container))), requireOwner(disk.root, disk.owner)]).then(
    () => true,
    () => false,
  )
const missing = (error: unknown) => (error as NodeJS.ErrnoException)?.code === 'ENOENT'
