/**
 * Blobs on a local disk: `blobs/<2 hex of a hash>/<blob>.<random>`, one container file per blob and process life.
 *
 * Regions are given out at the container's end before their bytes arrive, so attempts never share one. A container is never
 * appended to by another process life: each makes its own, with a new name.
 */
import { createHash, randomBytes } from 'node:crypto'
import { access, constants, mkdir, open, readdir, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { flushFolder, makeFolder } from './durable-folder.ts'
import { closeIdleHandles, forgetHandles, type HandlePool, newHandlePool, withHandle } from './handle-pool.ts'
import { diskInventory } from './inventory.ts'
import { readOwner, requireOwner, writeOwner } from './owner-file.ts'
import { openRange, type SegmentCache } from './read-range.ts'
import { newAttempt, sealedLength } from './segments.ts'
import {
  type BlobKey,
  CorruptBlob,
  FlushFailed,
  type LookAt,
  MissingBlob,
  type Place,
  type Storage,
  StoreAway,
} from './storage.ts'
import { writeRegion } from './write-region.ts'

type Container = {
  name: string
  /** Where the next region begins. */
  end: number
  created: Promise<void>
  writing: number
  /** Attempts written and attempts flushed: a flush is due while they differ. */
  written: number
  flushed: number
  flushing?: Promise<void>
  folderFlushed: boolean
  /** A flush failed: the system may have dropped bytes, also of attempts that are under way. */
  isLost: boolean
  deleted: boolean
}
type Disk = {
  root: string
  /** Whose bytes lie there, as far as anybody knows. */
  owner: string | null
  pool: HandlePool
  containers: Map<string, Container>
  /** Those that failed to flush here: a second flush would succeed and say nothing. */
  lost: Set<string>
  kept: SegmentCache
  maxContainers: number
}

/** Without `mayMake` for who only looks, and cannot tell yet whether the right disk is there. */
export type DiskOptions = { maxIdleFiles?: number; maxContainers?: number; owner?: string | null; mayMake?: boolean }

/** Refuses, and makes nothing, where `owner` is named and what lies there is not its: an empty mount point would be filled. */
export async function openDiskStorage(
  root: string,
  { maxIdleFiles = 64, maxContainers = 10_000, owner: expected = null, mayMake = true }: DiskOptions = {},
): Promise<Storage> {
  await requireOwner(root, expected)
  const disk: Disk = {
    root,
    owner: expected ?? (await readOwner(root)),
    pool: newHandlePool(maxIdleFiles),
    containers: new Map(),
    lost: new Set(),
    kept: new Map(),
    maxContainers,
  }
  if (mayMake) await makeFolders(disk)
  return {
    writeAttempt: (...attempt) => writeAttempt(disk, ...attempt),
    readRange: (blob, attempts, from, to) =>
      openRange((...run) => fetchSealed(disk, ...run), disk.kept, blob, attempts, from, to),
    flush: (blobId, containers = []) => flush(disk, blobId, containers),
    abandon: (container) => abandon(disk, container),
    deleteBlob: (blobId) => deleteBlob(disk, blobId),
    inventory: diskInventory({
      blobsFolder: join(root, 'blobs'),
      pathOf: (container) => pathOf(disk, container),
      requireOwner: () => requireOwner(root, disk.owner),
    }),
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

async function writeAttempt(
  disk: Disk,
  blob: BlobKey,
  offset: number,
  length: number,
  source: Readable,
  look: LookAt = () => {},
): Promise<Place> {
  if (!(Number.isSafeInteger(length) && length > 0 && Number.isSafeInteger(offset) && offset >= 0)) {
    throw new RangeError(`No attempt of ${length} bytes at ${offset}`)
  }
  const container = containerFor(disk, blob.blobId)
  const position = container.end
  const regionEnd = position + sealedLength(length)
  container.end = regionEnd
  container.writing++
  try {
    await container.created
    const { keys, header } = newAttempt(blob, offset, length)
    await withHandle(disk.pool, pathOf(disk, container.name), 'r+', (file) => writeRegion(file, position, keys, source, look))
    if (container.isLost) throw new FlushFailed([container.name])
    if (!container.deleted) {
      container.written++
      return { container: container.name, position, header }
    }
  } catch (error) {
    // Also where nothing of it was taken: a body that nobody reads holds its connection.
    source.on('error', () => {}).resume()
    // Nothing writes there any more and nothing counts: without this, every torn part would cost its space.
    if (container.end === regionEnd) container.end = position
    const isGone = container.deleted || (await isMissingThere(disk, container.name, error))
    if (!isGone) throw error
    abandon(disk, container.name)
  } finally {
    container.writing--
  }
  throw new MissingBlob(`Container ${container.name} is not there`)
}

/** The blob's container of this process life; the longest unused ones are forgotten and would get a successor. */
function containerFor(disk: Disk, blobId: string): Container {
  const known = disk.containers.get(blobId)
  disk.containers.delete(blobId)
  const container = known ?? newContainer(disk, blobId)
  disk.containers.set(blobId, container)
  for (const [id, { writing, flushing }] of disk.containers) {
    if (disk.containers.size <= disk.maxContainers) break
    // What is not flushed yet is flushed by its name: another process may be the one that completes the upload.
    if (writing === 0 && !flushing && id !== blobId) disk.containers.delete(id)
  }
  return container
}

function newContainer(disk: Disk, blobId: string): Container {
  const name = `${blobId}.${randomBytes(8).toString('hex')}`
  const path = pathOf(disk, name)
  // What went to its empty mount point would be gone when the disk is back.
  const created = requireOwner(disk.root, disk.owner)
    .then(() => open(path, 'wx', 0o600))
    .then((file) => file.close())
  const container: Container = {
    name,
    end: 0,
    created,
    writing: 0,
    written: 0,
    flushed: 0,
    folderFlushed: false,
    isLost: false,
    deleted: false,
  }
  created.catch(() => disk.containers.get(blobId) === container && disk.containers.delete(blobId))
  return container
}

async function fetchSealed(disk: Disk, container: string, position: number, into: Buffer) {
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
    if (error instanceof FlushFailed) abandon(disk, container.name)
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

function abandon(disk: Disk, name: string) {
  const [blobId = ''] = name.split('.')
  const container = disk.containers.get(blobId)
  if (container?.name !== name) return
  container.isLost = true
  disk.containers.delete(blobId)
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
  disk.kept.clear()
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

/** Spread by a hash, for ids may begin alike. */
const folderOf = (blobId: string) => createHash('sha256').update(blobId).digest('hex').slice(0, 2)

function pathOf({ root }: Disk, container: string) {
  const [, blobId] = /^([\w-]{1,100})\.[0-9a-f]{16}$/.exec(container) ?? []
  if (blobId === undefined) throw new RangeError('Not the name of a container')
  return join(root, 'blobs', folderOf(blobId), container)
}

/** Where its folder is not there either, or is another's, it is the disk that is away, and what it holds comes back with it. */
const isMissingThere = async (disk: Disk, container: string, error: unknown) =>
  missing(error) &&
  Promise.all([access(dirname(pathOf(disk, container))), requireOwner(disk.root, disk.owner)]).then(
    () => true,
    () => false,
  )
const missing = (error: unknown) => (error as NodeJS.ErrnoException)?.code === 'ENOENT'
